#include "common/format/checksum.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "common/base/fs.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace cox {
namespace {

TEST(ChecksumTest, IsWhatTheXxhsumToolPrints) {
  // `xxhsum -H128` of an empty input.
  EXPECT_EQ(ChecksumOf(""), "99aa06d3014798d86001c324468d497f");
}

TEST(ChecksumTest, PiecesAndFilesGiveTheSame) {
  const std::string text(3 << 20, 'x');
  Checksum checksum;
  checksum.Add(text.data(), 1000);
  checksum.Add(text.data() + 1000, text.size() - 1000);
  EXPECT_EQ(checksum.Hex(), ChecksumOf(text));
  TempDir dir;
  ASSERT_THAT(WriteFileAtomically(dir / "f", text), IsOk());
  EXPECT_EQ(*FileChecksum(dir / "f"), ChecksumOf(text));
  EXPECT_THAT(FileChecksum(dir / "none"),
              StatusIs(absl::StatusCode::kNotFound, ::testing::HasSubstr("none")));
}

}  // namespace
}  // namespace cox
