// Where everything durable about jobs is kept: one append-only sequence of events.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "cox/v1/event.pb.h"

namespace cox {

// Invariants, checked by the contract suite tests/contract/job_store_contract.h:
//   1. Events are numbered from 1 without gaps, in the order they were appended.
//   2. What Append has answered OK to survives the death of the process and of the machine.
//   3. An Append is there as a whole or not at all; after an error nothing of it is.
// Thread-safe.
class JobStore {
 public:
  virtual ~JobStore() = default;

  // Stores the events in one transaction and fills in their numbers. An empty list does nothing.
  virtual absl::Status Append(std::vector<v1::Event>& events) = 0;

  // Events of all jobs with a number above `after`, in order, at most `limit`.
  virtual absl::StatusOr<std::vector<v1::Event>> Read(uint64_t after, size_t limit) = 0;

  // The same for one job; none: an empty list.
  virtual absl::StatusOr<std::vector<v1::Event>> ReadJob(const std::string& job_id, uint64_t after,
                                                         size_t limit) = 0;
};

}  // namespace cox
