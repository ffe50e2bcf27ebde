#include "common/format/safetensors_index.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "common/base/fs.h"
#include "common/format/safetensors_writer.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace cox {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class SafetensorsIndexTest : public ::testing::Test {
 protected:
  // A file with one-byte tensors of these names, each holding `value`.
  void WriteTensors(const std::string& file, const std::vector<std::string>& names, char value) {
    std::vector<TensorDecl> decls;
    for (const std::string& name : names) decls.push_back({name, DType::kU8, {1}});
    auto writer = SafetensorsWriter::Create(dir_ / file, decls);
    ASSERT_THAT(writer, IsOk());
    for (size_t i = 0; i < names.size(); ++i) {
      ASSERT_THAT((*writer)->Write(i, 0, &value, 1), IsOk());
    }
    ASSERT_THAT((*writer)->Finish(), IsOk());
  }
  void WriteIndex(const std::string& weight_map) {
    ASSERT_THAT(
        WriteFileAtomically(dir_ / kWeightsIndexName,
                            R"({"metadata":{"total_size":3},"weight_map":)" + weight_map + "}"),
        IsOk());
  }
  TempDir dir_;
};

TEST_F(SafetensorsIndexTest, ShardsAreReadAndStrayFilesAreNot) {
  WriteTensors("model-00001-of-00002.safetensors", {"a", "b"}, 'x');
  WriteTensors("model-00002-of-00002.safetensors", {"c", "unlisted"}, 'y');
  WriteTensors("consolidated.safetensors", {"a", "extra"}, 'z');
  WriteIndex(R"({"a":"model-00001-of-00002.safetensors","b":"model-00001-of-00002.safetensors",
                 "c":"model-00002-of-00002.safetensors"})");
  const auto set = SafetensorsSet::Open(dir_.path());
  ASSERT_THAT(set, IsOk());
  EXPECT_EQ((*set)->tensors().size(), 3u);
  ASSERT_NE((*set)->Find("a"), nullptr);
  EXPECT_EQ((*(*set)->Find("a")->file->ReadAs<uint8_t>("a"))[0], 'x');
  EXPECT_EQ((*set)->Find("extra"), nullptr);
}

TEST_F(SafetensorsIndexTest, SingleFileGoesBeforeAnIndex) {
  WriteTensors("model.safetensors", {"a"}, 'x');
  WriteIndex(R"({"b":"gone.safetensors"})");
  const auto set = SafetensorsSet::Open(dir_.path());
  ASSERT_THAT(set, IsOk());
  EXPECT_NE((*set)->Find("a"), nullptr);
  EXPECT_NE((*SafetensorsSet::Open(dir_ / "model.safetensors"))->Find("a"), nullptr);
}

TEST_F(SafetensorsIndexTest, AllMissingFilesAreNamedAtOnce) {
  WriteTensors("one.safetensors", {"a"}, 'x');
  WriteIndex(R"({"a":"one.safetensors","b":"two.safetensors","c":"three.safetensors"})");
  EXPECT_THAT(
      SafetensorsSet::Open(dir_.path()),
      StatusIs(absl::StatusCode::kNotFound,
               HasSubstr("2 of 3 weight files missing: three.safetensors, two.safetensors")));
}

TEST_F(SafetensorsIndexTest, TensorsThatAreNotWhereTheIndexSaysAreNamed) {
  WriteTensors("one.safetensors", {"a"}, 'x');
  WriteIndex(R"({"a":"one.safetensors","b":"one.safetensors","c":"one.safetensors"})");
  EXPECT_THAT(SafetensorsSet::Open(dir_.path()),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       AllOf(HasSubstr("\"b\" in one.safetensors"),
                             HasSubstr("\"c\" in one.safetensors"), Not(HasSubstr("\"a\"")))));
}

TEST_F(SafetensorsIndexTest, UnsoundIndexIsRefused) {
  const std::pair<const char*, const char*> cases[] = {
      {"[]", "no object \"weight_map\""},
      {R"({"a":1})", "the file of \"a\" is not a string"},
      {R"({"a":"../x.safetensors"})", "not the name of a file beside it"},
      {R"({"a":"/etc/passwd"})", "not the name of a file beside it"},
      {R"({"a":".."})", "not the name of a file beside it"},
      {R"({"a":"one.safetensors","a":"two.safetensors"})", "key \"a\" twice"},
      {"{", "malformed JSON"},
  };
  for (const auto& [weight_map, fault] : cases) {
    WriteIndex(weight_map);
    EXPECT_THAT(SafetensorsSet::Open(dir_.path()),
                StatusIs(absl::StatusCode::kInvalidArgument,
                         AllOf(HasSubstr(kWeightsIndexName), HasSubstr(fault))));
  }
}

TEST_F(SafetensorsIndexTest, FolderWithoutWeightsSaysWhatIsLookedFor) {
  EXPECT_THAT(SafetensorsSet::Open(dir_.path()),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("neither model.safetensors nor")));
  ASSERT_THAT(WriteFileAtomically(dir_ / "pytorch_model.bin", "x"), IsOk());
  EXPECT_THAT(SafetensorsSet::Open(dir_.path()),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("pytorch_model.bin is not read")));
}

}  // namespace
}  // namespace cox
