#include "common/format/safetensors_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "absl/strings/str_cat.h"
#include "common/base/fs.h"
#include "tests/support/oracles.h"
#include "tests/support/safetensors_bytes.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace cox {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class SafetensorsReaderTest : public ::testing::Test {
 protected:
  absl::StatusOr<std::unique_ptr<SafetensorsReader>> OpenBytes(const std::string& bytes) {
    const std::string path = dir_ / "file.safetensors";
    EXPECT_THAT(WriteFileAtomically(path, bytes), IsOk());
    return SafetensorsReader::Open(path);
  }
  TempDir dir_;
};

TEST_F(SafetensorsReaderTest, ReadsAFileOfTheReferenceLibrary) {
  const auto file =
      SafetensorsReader::Open(OraclePath("models/gpt2_legacy_keys/model.safetensors"));
  ASSERT_THAT(file, IsOk());
  EXPECT_EQ((*file)->metadata().at("format"), "pt");
  const TensorInfo* wte = (*file)->Find("wte.weight");
  ASSERT_NE(wte, nullptr);
  EXPECT_EQ(wte->dtype, DType::kF32);
  EXPECT_THAT(wte->shape, ElementsAre(128, 32));
  EXPECT_EQ((*file)->ReadAs<float>("wte.weight")->size(), 128u * 32);
  EXPECT_EQ((*file)->Find("transformer.wte.weight"), nullptr);
}

TEST_F(SafetensorsReaderTest, ReadsPartsOfTensorsInFileOrder) {
  const auto file =
      OpenBytes(SafetensorsBytes(R"({"b":{"dtype":"U8","shape":[2,3],"data_offsets":[4,10]},)"
                                 R"("a":{"dtype":"I32","shape":[],"data_offsets":[0,4]},)"
                                 R"("none":{"dtype":"F32","shape":[0,7],"data_offsets":[10,10]},)"
                                 R"("__metadata__":{"k":"v"}})",
                                 std::string("\x2a\0\0\0abcdef", 10)));
  ASSERT_THAT(file, IsOk());
  ASSERT_EQ((*file)->tensors().size(), 3u);
  EXPECT_EQ((*file)->tensors()[0].name, "a");
  EXPECT_EQ((*file)->tensors()[1].name, "b");
  EXPECT_EQ((*file)->metadata().at("k"), "v");
  EXPECT_THAT(*(*file)->ReadAs<int32_t>("a"), ElementsAre(42));
  EXPECT_TRUE((*file)->ReadAs<float>("none")->empty());
  std::string part(2, '\0');
  ASSERT_THAT((*file)->Read(*(*file)->Find("b"), 3, 2, part.data()), IsOk());
  EXPECT_EQ(part, "de");
  EXPECT_THAT((*file)->Read(*(*file)->Find("b"), 5, 2, part.data()),
              StatusIs(absl::StatusCode::kOutOfRange, HasSubstr("\"b\" has 6 bytes")));
  EXPECT_THAT((*file)->ReadAs<float>("b"),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("\"b\" is U8, not F32")));
  EXPECT_THAT((*file)->ReadAs<float>("c"),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("no tensor \"c\"")));
}

TEST_F(SafetensorsReaderTest, HeaderWhoseLengthLooksLikeABraceIsRead) {
  // 123 is the code of '{'.
  std::string header = R"({"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1]}})";
  header.append(123 - header.size(), ' ');
  EXPECT_THAT(OpenBytes(SafetensorsBytes(header, "x")), IsOk());
}

TEST_F(SafetensorsReaderTest, EveryUnsoundFileIsRefusedByName) {
  const auto entry = [](const char* dtype, const char* shape, const char* offsets) {
    return absl::StrCat(R"({"dtype":")", dtype, R"(","shape":)", shape, R"(,"data_offsets":)",
                        offsets, "}");
  };
  const auto one = [&](const char* dtype, const char* shape, const char* offsets,
                       const std::string& data) {
    return SafetensorsBytes(absl::StrCat("{\"t\":", entry(dtype, shape, offsets), "}"), data);
  };
  const auto two = [&](const char* first, const char* second, const std::string& data) {
    return SafetensorsBytes(absl::StrCat("{\"t\":", entry("U8", "[4]", first),
                                         ",\"u\":", entry("U8", "[4]", second), "}"),
                            data);
  };
  const std::string good = one("F32", "[2]", "[0,8]", "12345678");
  ASSERT_THAT(OpenBytes(good), IsOk());

  const std::pair<std::string, const char*> cases[] = {
      {"", "is empty"},
      {"1234", "truncated: 4 bytes"},
      {good.substr(0, 20), "truncated: a header of"},
      {good.substr(0, good.size() - 1), "announces 8 bytes of tensors, the file holds 7"},
      {good + "x", "1 bytes after the last tensor"},
      {"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n", "git lfs pull"},
      {"\n<!DOCTYPE html><html>Not found</html>", "a web page (HTML)"},
      {"<html><body>404</body></html>", "a web page (HTML)"},
      {"PK\x03\x04 and so on and on", "a PyTorch .bin file"},
      {"{\"a\": 1, \"not\": \"safetensors\"}", "JSON text without"},
      {std::string(8, '\xff') + "{}", "announce a header of 18446744073709551615 bytes"},
      {std::string("\x01\xe1\xf5\x05\0\0\0\0", 8) + "{}", "announce a header of 100000001 bytes"},
      {SafetensorsBytes("", ""), "malformed JSON"},
      {SafetensorsBytes("[]", ""), "not a JSON object"},
      {SafetensorsBytes("{\"t\":", ""), "malformed JSON"},
      {SafetensorsBytes("{\"t\":NaN}", ""), "malformed JSON"},
      {SafetensorsBytes("{\"t\xff\":{}}", ""), "malformed JSON"},
      {SafetensorsBytes("{\"t\":1}", ""), "\"t\": its entry is not an object"},
      {SafetensorsBytes("{\"__metadata__\":[]}", ""), "__metadata__ is not an object"},
      {SafetensorsBytes("{\"__metadata__\":{\"k\":1}}", ""), "value of \"k\" is not a string"},
      {SafetensorsBytes(absl::StrCat("{\"t\":", entry("U8", "[1]", "[0,1]"),
                                     ",\"t\":", entry("U8", "[1]", "[1,2]"), "}"),
                        "xy"),
       "key \"t\" twice"},
      {SafetensorsBytes(R"({"t":{"shape":[1],"data_offsets":[0,1]}})", "x"), "no dtype"},
      {SafetensorsBytes(R"({"t":{"dtype":"U8","data_offsets":[0,1]}})", "x"), "no shape"},
      {SafetensorsBytes(R"({"t":{"dtype":"U8","shape":[1]}})", "x"), "data_offsets is not a pair"},
      {one("F7", "[1]", "[0,1]", "x"), "unknown dtype \"F7\""},
      {one("U8", "[-1]", "[0,1]", "x"), "no shape"},
      {one("U8", "[1.5]", "[0,1]", "x"), "no shape"},
      {one("U8", "[1]", "[1,0]", "x"), "begin <= end"},
      {one("U8", "[1]", "[0,1,2]", "x"), "data_offsets is not a pair"},
      {one("U8", "[1]", "[-1,0]", "x"), "data_offsets is not a pair"},
      {one("F32", "[3]", "[0,8]", "12345678"),
       "F32 [3] takes 12 bytes, but data_offsets give it 8"},
      {one("U8", "[4611686018427387904,4]", "[0,8]", "12345678"), "more than 2^63-1 bytes"},
      {one("U8", "[8]", "[0,8]", "1234"), "announces 8 bytes of tensors, the file holds 4"},
      {one("U8", "[8]", "[9223372036854775799,9223372036854775807]", "12345678"), "a hole of"},
      {two("[0,4]", "[2,6]", "123456"), "\"u\": overlaps tensor \"t\""},
      {two("[0,4]", "[0,4]", "1234"), "overlaps tensor"},
      {two("[0,4]", "[6,10]", "1234567890"), "\"u\": a hole of 2 bytes"},
      {two("[1,5]", "[5,9]", "123456789"), "\"t\": a hole of 1 bytes"},
  };
  for (const auto& [bytes, fault] : cases) {
    EXPECT_THAT(OpenBytes(bytes),
                StatusIs(absl::StatusCode::kInvalidArgument,
                         AllOf(HasSubstr("file.safetensors: "), HasSubstr(fault))));
  }
}

TEST_F(SafetensorsReaderTest, PathsThatCannotBeReadAreNamed) {
  EXPECT_THAT(SafetensorsReader::Open(dir_ / "none"),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr(dir_ / "none")));
  EXPECT_THAT(SafetensorsReader::Open(dir_.path()),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("is a folder")));
}

TEST_F(SafetensorsReaderTest, FileThatShrinksWhileOpenIsAnErrorNotACrash) {
  const auto file = OpenBytes(
      SafetensorsBytes(R"({"t":{"dtype":"U8","shape":[8],"data_offsets":[0,8]}})", "12345678"));
  ASSERT_THAT(file, IsOk());
  ASSERT_EQ(truncate((*file)->path().c_str(), 20), 0);
  EXPECT_THAT((*file)->ReadAs<uint8_t>("t"),
              StatusIs(absl::StatusCode::kDataLoss, HasSubstr("became shorter")));
}

}  // namespace
}  // namespace cox
