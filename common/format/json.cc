#include "common/format/json.h"

#include <set>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace cox {

absl::StatusOr<nlohmann::json> ParseJson(absl::string_view text) {
  // Keys of the objects that are open, outermost first.
  std::vector<std::set<std::string>> keys;
  std::string twice;
  const auto check = [&](int, nlohmann::json::parse_event_t event, nlohmann::json& value) {
    if (event == nlohmann::json::parse_event_t::object_start) {
      keys.emplace_back();
    } else if (event == nlohmann::json::parse_event_t::object_end) {
      keys.pop_back();
    } else if (event == nlohmann::json::parse_event_t::key) {
      const auto& key = value.get_ref<const std::string&>();
      if (!keys.back().insert(key).second && twice.empty()) twice = key;
    }
    return true;
  };
  nlohmann::json parsed;
  try {
    parsed = nlohmann::json::parse(text.begin(), text.end(), check);
  } catch (const nlohmann::json::exception& error) {
    // Drop the library's own prefix ("[json.exception.parse_error.101] ").
    absl::string_view what = error.what();
    const size_t end = what.find("] ");
    if (end != absl::string_view::npos) what.remove_prefix(end + 2);
    return absl::InvalidArgumentError(absl::StrCat("malformed JSON: ", what));
  }
  if (!twice.empty()) {
    return absl::InvalidArgumentError(absl::StrCat("malformed JSON: key \"", twice, "\" twice"));
  }
  return parsed;
}

}  // namespace cox
