// How one tensor is cut over the fsdp axis of the mesh.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace cox {

using Shape = std::vector<int64_t>;

// Invariants: (1) sharded_dim == -1 means every rank holds the whole tensor; (2) otherwise
// shape[sharded_dim] is a multiple of num_shards and rank r holds indices
// [r * shape[sharded_dim] / num_shards, (r + 1) * ...) of that dim.
struct ShardSpec {
  Shape shape;
  int sharded_dim = -1;
  int num_shards = 1;
  // Why, in words ("12 KiB < 4 MiB", "largest dim that 4 divides", "no dim that 4 divides").
  std::string reason;

  bool is_sharded() const { return sharded_dim >= 0; }
};

// Elements of a shape; 1 for a scalar.
inline int64_t NumElements(const Shape& shape) {
  int64_t n = 1;
  for (const int64_t size : shape) n *= size;
  return n;
}

// Elements of one rank's part.
inline int64_t NumShardElements(const ShardSpec& spec) {
  return NumElements(spec.shape) / (spec.is_sharded() ? spec.num_shards : 1);
}

}  // namespace cox
