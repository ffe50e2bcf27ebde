#include "common/format/json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/status_matchers.h"

namespace cox {
namespace {

using ::testing::HasSubstr;

TEST(ParseJsonTest, ReadsWhatIsSound) {
  const auto json = ParseJson(R"({"a": [1, {"a": 2}], "b": {"a": null}})");
  ASSERT_THAT(json, IsOk());
  EXPECT_EQ((*json)["a"][1]["a"], 2);
}

TEST(ParseJsonTest, RefusesWhatReadersDisagreeOn) {
  const std::pair<const char*, const char*> cases[] = {
      {"", "unexpected end"},
      {"{\"a\": 1", "unexpected end"},
      {"{\"a\": 1} x", "invalid literal"},
      {"{\"a\": 1, \"b\": 2, \"a\": 3}", "key \"a\" twice"},
      {"{\"x\": {\"deep\": 1, \"deep\": 2}}", "key \"deep\" twice"},
      {"{\"a\": NaN}", "invalid literal"},
      {"{\"a\": Infinity}", "invalid literal"},
      {"{\"a\": 1e999}", "number overflow"},
      {"{'a': 1}", "column 2"},
      {"{\"a\": \"\xff\"}", "UTF-8"},
  };
  for (const auto& [text, fault] : cases) {
    EXPECT_THAT(ParseJson(text),
                StatusIs(absl::StatusCode::kInvalidArgument,
                         ::testing::AllOf(HasSubstr("malformed JSON"), HasSubstr(fault))))
        << text;
  }
}

}  // namespace
}  // namespace cox
