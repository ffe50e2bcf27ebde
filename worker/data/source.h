// Where training examples come from. A batch is a pure function of its position: no state, so a
// resume at any world size continues the same order, and prefetching needs no care.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "absl/status/statusor.h"

namespace cox {

// Marks a position that has no target: padding, or the last token of a replayed row.
inline constexpr int64_t kNoTarget = -100;

// Rows of token ids, row-major [num_rows, sequence_length]. targets[i] is the token that should
// follow input_ids[i], or kNoTarget.
struct Batch {
  int64_t num_rows = 0;
  int64_t sequence_length = 0;
  std::vector<int64_t> input_ids;
  std::vector<int64_t> targets;
};

// Thread-safe after construction.
class Source {
 public:
  virtual ~Source() = default;

  // Rows [begin, end) of the training order, counted from the start of training over all ranks and
  // epochs. Update s with global batch size B uses rows [s*B, (s+1)*B).
  virtual absl::StatusOr<Batch> TrainRows(uint64_t begin, uint64_t end) const = 0;

  // Rows [begin, end) of the held-out part, in file order; end <= num_eval_rows().
  virtual absl::StatusOr<Batch> EvalRows(uint64_t begin, uint64_t end) const = 0;

  // Rows of one epoch of the training part, and of the held-out part.
  virtual uint64_t num_train_rows() const = 0;
  virtual uint64_t num_eval_rows() const = 0;

  // Tokens a row can hold ids of: 0 .. vocab_size-1; 0: not known.
  virtual uint64_t vocab_size() const = 0;

  // Entropy, in nats, of the token frequencies of the whole text; 0: not known.
  virtual double unigram_entropy() const = 0;
};

}  // namespace cox
