#include "common/base/clock.h"

#include <chrono>

namespace cox {
namespace {

class SystemClock : public Clock {
 public:
  absl::Time Now() override { return absl::Now(); }
  absl::Duration Monotonic() override {
    return absl::FromChrono(std::chrono::steady_clock::now().time_since_epoch());
  }
};

}  // namespace

Clock& RealClock() {
  static SystemClock* clock = new SystemClock;
  return *clock;
}

}  // namespace cox
