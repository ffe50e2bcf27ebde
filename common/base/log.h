// The log of a process: one line per record on standard error, with UTC time, level and the
// process's role. Thread-safe.
//
//   LogInfo("crew complete: ", world_size, " ranks");
#pragma once

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace cox {

enum class LogLevel { kDebug, kInfo, kWarning, kError };

// Names this process in every record ("coordinator", "worker 3/8"). Call once, before threads
// start.
void SetLogRole(absl::string_view role);
// Records below this level are dropped. Default: kInfo.
void SetLogLevel(LogLevel level);
void Log(LogLevel level, absl::string_view message);

template <typename... Args>
void LogDebug(const Args&... args) {
  Log(LogLevel::kDebug, absl::StrCat(args...));
}
template <typename... Args>
void LogInfo(const Args&... args) {
  Log(LogLevel::kInfo, absl::StrCat(args...));
}
template <typename... Args>
void LogWarning(const Args&... args) {
  Log(LogLevel::kWarning, absl::StrCat(args...));
}
template <typename... Args>
void LogError(const Args&... args) {
  Log(LogLevel::kError, absl::StrCat(args...));
}

}  // namespace cox
