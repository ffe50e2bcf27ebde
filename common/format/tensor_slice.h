// Reads one rank's slice of a stored tensor straight into memory, without the rest of it.
#pragma once

#include <cstdint>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "common/format/safetensors_index.h"

namespace cox {

// Indices [begin, end) of `dim`; dim -1: the whole tensor, and begin and end are not looked at.
struct TensorSlice {
  int dim = -1;
  int64_t begin = 0;
  int64_t end = 0;
};

// The slice as fp32 (from F32, BF16, F16 or F64), with `dim` outermost and the other dims behind it
// in their order: out[j][outer dims...][inner dims...] = tensor[outer][begin + j][inner]. That is
// how shards are kept in memory; for dim 0 and -1 it is the plain row-major order. `out` must have
// exactly the slice's elements. Takes a few MiB of memory beside `out`, or one index of the
// outermost dim if that is more. Thread-safe.
absl::Status ReadSliceAsFloat(const StoredTensor& tensor, const TensorSlice& slice,
                              absl::Span<float> out);

}  // namespace cox
