#include "common/format/safetensors_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "common/base/fs.h"
#include "tests/support/file_size_limit.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace cox {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class SafetensorsWriterTest : public ::testing::Test {
 protected:
  TempDir dir_;
  const std::string path_ = dir_ / "out.safetensors";
};

TEST_F(SafetensorsWriterTest, PiecesInAnyOrderMakeTheFile) {
  auto file = SafetensorsWriter::Create(
      path_, {{"b", DType::kF32, {2, 2}}, {"a", DType::kU8, {}}, {"none", DType::kF64, {0}}});
  ASSERT_THAT(file, IsOk());
  const std::vector<float> values = {1, 2, 3, 4};
  EXPECT_THAT((*file)->Write(1, 0, "x", 1), IsOk());
  EXPECT_THAT((*file)->Write(0, 8, values.data() + 2, 8), IsOk());
  EXPECT_THAT((*file)->Write(0, 0, values.data(), 8), IsOk());
  EXPECT_FALSE(PathExists(path_));
  const auto written = (*file)->Finish();
  ASSERT_THAT(written, IsOk());
  EXPECT_EQ(written->size_bytes, *FileSize(path_));
  EXPECT_EQ(written->xxh3_128, "");
  EXPECT_THAT(*ListDir(dir_.path()), ElementsAre("out.safetensors"));

  const auto read = SafetensorsReader::Open(path_);
  ASSERT_THAT(read, IsOk());
  EXPECT_EQ(*(*read)->ReadAs<float>("b"), values);
  EXPECT_THAT(*(*read)->ReadAs<uint8_t>("a"), ElementsAre('x'));
  EXPECT_EQ((*read)->metadata().at("format"), "pt");
  // The data begins at a multiple of 8.
  EXPECT_EQ((*read)->Find("b")->offset_bytes % 8, 0u);
}

TEST_F(SafetensorsWriterTest, BytesAreThoseOfTheReferenceLibrary) {
  auto file = SafetensorsWriter::Create(path_, {{"a", DType::kU8, {2}}});
  ASSERT_THAT(file, IsOk());
  ASSERT_THAT((*file)->Write(0, 0, "xy", 2), IsOk());
  ASSERT_THAT((*file)->Finish(), IsOk());
  // What safetensors 0.8.0 writes for {"a": [120, 121]} with metadata format=pt.
  EXPECT_EQ(*ReadFile(path_),
            std::string("\x58\0\0\0\0\0\0\0", 8) +
                R"({"__metadata__":{"format":"pt"},"a":{"dtype":"U8","shape":[2],)" +
                R"("data_offsets":[0,2]}})" + "    xy");
}

TEST_F(SafetensorsWriterTest, ChecksumIsThatOfTheFile) {
  auto file = SafetensorsWriter::Create(path_, {{"a", DType::kU8, {4}}}, {.checksum = true});
  ASSERT_THAT(file, IsOk());
  ASSERT_THAT((*file)->Write(0, 0, "ab", 2), IsOk());
  EXPECT_THAT((*file)->Write(0, 3, "d", 1),
              StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("pieces come in order")));
  auto again = SafetensorsWriter::Create(path_, {{"a", DType::kU8, {4}}}, {.checksum = true});
  ASSERT_THAT(again, IsOk());
  ASSERT_THAT((*again)->Write(0, 0, "ab", 2), IsOk());
  ASSERT_THAT((*again)->Write(0, 2, "cd", 2), IsOk());
  const auto written = (*again)->Finish();
  ASSERT_THAT(written, IsOk());
  EXPECT_EQ(written->xxh3_128, *FileChecksum(path_));
  EXPECT_EQ(written->xxh3_128.size(), 32u);
}

TEST_F(SafetensorsWriterTest, UnfinishedFileLeavesNothing) {
  {
    auto file = SafetensorsWriter::Create(path_, {{"a", DType::kU8, {4}}});
    ASSERT_THAT(file, IsOk());
    ASSERT_THAT((*file)->Write(0, 0, "ab", 2), IsOk());
    EXPECT_THAT((*file)->Finish(), StatusIs(absl::StatusCode::kFailedPrecondition,
                                            HasSubstr("tensor \"a\" has 4 bytes, received 2")));
  }
  EXPECT_THAT(*ListDir(dir_.path()), ElementsAre());
}

TEST_F(SafetensorsWriterTest, RefusesNamesAndPiecesThatMakeNoSense) {
  EXPECT_THAT(SafetensorsWriter::Create(path_, {{"a", DType::kU8, {1}}, {"a", DType::kU8, {1}}}),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("\"a\": declared twice")));
  EXPECT_THAT(SafetensorsWriter::Create(path_, {{"__metadata__", DType::kU8, {1}}}),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("reserved")));
  EXPECT_THAT(SafetensorsWriter::Create(path_, {{"\xff", DType::kU8, {1}}}),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("UTF-8")));
  EXPECT_THAT(SafetensorsWriter::Create(path_, {{"a", DType::kU8, {-1}}}),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("no shape")));
  EXPECT_THAT(SafetensorsWriter::Create(dir_ / "none/x", {}),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr(dir_ / "none/x")));
  auto file = SafetensorsWriter::Create(path_, {{"a", DType::kU8, {4}}});
  EXPECT_THAT((*file)->Write(0, 3, "ab", 2),
              StatusIs(absl::StatusCode::kOutOfRange, HasSubstr("a")));
}

TEST_F(SafetensorsWriterTest, FullDiskIsAnErrorAndKeepsWhatWasThere) {
  ASSERT_THAT(WriteFileAtomically(path_, "old"), IsOk());
  {
    auto file = SafetensorsWriter::Create(path_, {{"a", DType::kU8, {1 << 16}}});
    ASSERT_THAT(file, IsOk());
    const FileSizeLimit limit(4096);
    const std::string bytes(1 << 16, 'x');
    EXPECT_THAT((*file)->Write(0, 0, bytes.data(), bytes.size()),
                StatusIs(absl::StatusCode::kResourceExhausted, HasSubstr(path_)));
  }
  EXPECT_EQ(*ReadFile(path_), "old");
  EXPECT_THAT(*ListDir(dir_.path()), ElementsAre("out.safetensors"));
}

}  // namespace
}  // namespace cox
