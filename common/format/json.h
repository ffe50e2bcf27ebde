// JSON that other programs wrote, read strictly: a key that occurs twice is an error, since readers
// disagree on which value counts.
#pragma once

#include <nlohmann/json.hpp>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace cox {

// INVALID_ARGUMENT names the place in the text. NaN, infinities, comments, text after the value and
// bytes that are not UTF-8 are errors too.
absl::StatusOr<nlohmann::json> ParseJson(absl::string_view text);

}  // namespace cox
