// The one place where the data plane meets the control plane: where segments come from and where
// reports go. The training thread knows nothing else of the coordinator, so a worker can be tested
// without gRPC (scripted control) and run without a coordinator (local control).
//
// Thread-safety: Next, Report and the acknowledgements are called by the training thread only;
// halt state is written by another thread and read here without waiting.
#pragma once

#include <cstdint>
#include <optional>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "cox/v1/crew.pb.h"
#include "cox/v1/schedule.pb.h"

namespace cox {

// A request to stop, as this rank has heard it. Ranks hear at different times and agree through the
// step's all-reduce: the largest halt number wins.
struct HaltRequest {
  uint64_t number = 0;  // 0: none
  v1::StopMode mode = v1::STOP_MODE_UNSPECIFIED;
};

class Control {
 public:
  virtual ~Control() = default;

  // The next segment of this attempt; waits for it. Segments come in order, without gaps, the same
  // on every rank. nullopt: a halt arrived while nothing was left to do (halt() tells which).
  // ABORTED: the coordinator was not heard for longer than its grace; the caller saves and ends.
  virtual absl::StatusOr<std::optional<v1::Segment>> Next() = 0;

  // What has been heard so far. Never waits; called once a step.
  virtual HaltRequest halt() const = 0;

  // What the training thread is doing and how many updates are made, for heartbeats. Never waits.
  virtual void SetProgress(uint64_t step, v1::Phase phase) = 0;

  // Hands over a report (its number is filled in here). Never waits for the network. On ranks other
  // than 0 reports are dropped.
  virtual void Report(v1::Report report) = 0;

  // This rank has stopped for halt `number` after `step` updates.
  virtual void AcknowledgeHalt(uint64_t number, uint64_t step, bool saved) = 0;

  // This rank is about to end with an error. Waits a short while so that the message gets out.
  virtual void Fail(const absl::Status& status) = 0;

  // Waits until everything handed over is acknowledged, at most for the coordinator's grace.
  virtual absl::Status Flush() = 0;
};

}  // namespace cox
