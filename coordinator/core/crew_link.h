// The coordinator's end of one worker's stream.
#pragma once

#include "absl/status/status.h"
#include "cox/v1/crew.pb.h"

namespace cox {

// Implemented by the transport (and by a recorder in tests). Both calls only queue: they never wait
// for the network and never call the coordinator, because they run under its lock. Messages leave
// in the order of the calls. Thread-safe.
class CrewLink {
 public:
  virtual ~CrewLink() = default;
  virtual void Send(v1::CoordinatorMessage message) = 0;
  // Ends the stream with `status` after what is queued. Calls after the first have no effect.
  virtual void Close(absl::Status status) = 0;
};

}  // namespace cox
