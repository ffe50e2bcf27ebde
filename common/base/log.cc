#include "common/base/log.h"

#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/ansicolor_sink.h>
#include <spdlog/spdlog.h>

#include <memory>

namespace cox {
namespace {

spdlog::logger& Logger() {
  static spdlog::logger* logger = [] {
    auto* made =
        new spdlog::logger("cox", std::make_shared<spdlog::sinks::ansicolor_stderr_sink_mt>());
    made->set_formatter(std::make_unique<spdlog::pattern_formatter>(
        "%Y-%m-%dT%H:%M:%S.%eZ %^%L%$ %v", spdlog::pattern_time_type::utc));
    return made;
  }();
  return *logger;
}

spdlog::level::level_enum ToSpdlog(LogLevel level) {
  switch (level) {
    case LogLevel::kDebug:
      return spdlog::level::debug;
    case LogLevel::kInfo:
      return spdlog::level::info;
    case LogLevel::kWarning:
      return spdlog::level::warn;
    case LogLevel::kError:
      return spdlog::level::err;
  }
  return spdlog::level::info;
}

}  // namespace

void SetLogRole(absl::string_view role) {
  Logger().set_formatter(std::make_unique<spdlog::pattern_formatter>(
      absl::StrCat("%Y-%m-%dT%H:%M:%S.%eZ %^%L%$ [", role, "] %v"),
      spdlog::pattern_time_type::utc));
}

void SetLogLevel(LogLevel level) { Logger().set_level(ToSpdlog(level)); }

void Log(LogLevel level, absl::string_view message) {
  Logger().log(ToSpdlog(level), "{}", spdlog::string_view_t(message.data(), message.size()));
}

}  // namespace cox
