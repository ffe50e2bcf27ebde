// Time as an argument: logic takes a Clock, tests hand in one they move by hand
// (tests/support/fake_clock.h).
#pragma once

#include "absl/time/clock.h"
#include "absl/time/time.h"

namespace cox {

// Thread-safe.
class Clock {
 public:
  virtual ~Clock() = default;
  // Wall time, for records people read. It may jump.
  virtual absl::Time Now() = 0;
  // Time since some fixed moment, never going back: for deadlines and durations.
  virtual absl::Duration Monotonic() = 0;
};

// The machine's clocks. Never destroyed.
Clock& RealClock();

}  // namespace cox
