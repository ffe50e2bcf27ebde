// What ranks do together. Every rank of the group must call the same operations in the same order
// with the same counts; one operation at a time per object.
//
// Memory: a pointer belongs to the device the implementation serves (host memory for local, mpi and
// shm; device memory for nccl). Counts are elements, never bytes. Sums are made in rank order, so
// they are reproducible for a fixed world size; bf16 is summed in fp32 and rounded once.
//
// Every call has a deadline (set at construction): a rank that waits longer gets
// DEADLINE_EXCEEDED, after which the object is unusable and the process should end. Errors of the
// transport are INTERNAL.
//
// Thread-safety: one thread at a time; different objects are independent.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"

namespace cox {

enum class CommDtype { kFp32, kBf16, kFp64, kInt64, kUint8 };
size_t SizeOf(CommDtype dtype);

enum class ReduceOp { kSum, kMax };

// One tensor's part in an all-gather: `shard` holds `count` elements of this rank; `full` receives
// world_size * count elements, rank r's shard at offset r * count. `shard` may lie in place inside
// `full`.
struct GatherPart {
  const void* shard = nullptr;
  void* full = nullptr;
  size_t count = 0;
};

// One tensor's part in a reduce-scatter: `full` holds world_size * count elements of this rank;
// `shard` receives the sum over ranks of elements [rank * count, (rank + 1) * count).
// `accumulate`: the sum is added to what `shard` holds. `full` of type dtype, `shard` of fp32 for
// bf16 and of dtype otherwise.
struct ScatterPart {
  const void* full = nullptr;
  void* shard = nullptr;
  size_t count = 0;
};

// Memory that all ranks of a host map at once. `mine` is this rank's part; `peers[r]` is rank r's
// part as seen from here (peers[rank] == mine). All parts have the size asked for.
struct SharedBuffer {
  void* mine = nullptr;
  std::vector<void*> peers;
  size_t size_bytes = 0;
};

class Collectives {
 public:
  virtual ~Collectives() = default;

  virtual int rank() const = 0;
  virtual int world_size() const = 0;
  // "local", "shm", "mpi" or "nccl".
  virtual std::string name() const = 0;

  // Gathers all parts; on return every `full` is complete on this rank.
  virtual absl::Status AllGather(absl::Span<const GatherPart> parts, CommDtype dtype) = 0;

  // Sums all parts; on return every `shard` is complete and `full` may be overwritten by its owner.
  virtual absl::Status ReduceScatter(absl::Span<const ScatterPart> parts, CommDtype dtype,
                                     bool accumulate) = 0;

  // In place over `count` elements. The result is the same bit for bit on every rank.
  virtual absl::Status AllReduce(void* data, size_t count, CommDtype dtype, ReduceOp op) = 0;

  // `root`'s bytes to every rank.
  virtual absl::Status Broadcast(void* data, size_t size_bytes, int root) = 0;

  virtual absl::Status Barrier() = 0;

  // A new group of the ranks that pass the same color, ordered by rank. Collective over all ranks.
  virtual absl::StatusOr<std::unique_ptr<Collectives>> Split(int color) = 0;

  // Memory from which this implementation communicates fastest, zeroed, freed with this object.
  // Collective; every rank asks for the same size. Without shared memory, `peers` is empty and
  // `mine` is ordinary memory of the device. Where `peers` is full, GatherPart::full and
  // ScatterPart::full inside such a buffer are moved without a copy of their own.
  virtual absl::StatusOr<SharedBuffer> AllocateShared(size_t size_bytes) = 0;

  // ONE region mapped by all ranks (zeroed), or nullptr where ranks share no memory. Writes become
  // visible to others after Barrier().
  virtual absl::StatusOr<void*> AllocateCommon(size_t size_bytes) = 0;
};

}  // namespace cox
