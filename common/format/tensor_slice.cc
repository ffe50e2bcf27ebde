#include "common/format/tensor_slice.h"

#include <algorithm>
#include <vector>

#include "absl/strings/str_cat.h"
#include "common/base/status.h"
#include "common/base/status_macros.h"
#include "common/format/convert.h"

namespace cox {
namespace {

constexpr int64_t kChunkBytes = 4 << 20;

int64_t Product(const std::vector<int64_t>& sizes, size_t begin, size_t end) {
  int64_t product = 1;
  for (size_t i = begin; i < end; ++i) product *= sizes[i];
  return product;
}

// `count` elements from element `first`, in pieces.
absl::Status ReadContiguous(const StoredTensor& tensor, int64_t first, int64_t count, float* out) {
  const int64_t size = static_cast<int64_t>(SizeOf(tensor.info->dtype));
  const int64_t step = kChunkBytes / size;
  std::vector<char> bytes(static_cast<size_t>(std::min(count, step) * size));
  for (int64_t done = 0; done < count; done += step) {
    const int64_t n = std::min(step, count - done);
    COX_RETURN_IF_ERROR(tensor.file->Read(*tensor.info,
                                          static_cast<uint64_t>((first + done) * size),
                                          static_cast<uint64_t>(n * size), bytes.data()));
    COX_RETURN_IF_ERROR(
        ConvertToFloat(tensor.info->dtype, bytes.data(), static_cast<size_t>(n), out + done));
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status ReadSliceAsFloat(const StoredTensor& tensor, const TensorSlice& slice,
                              absl::Span<float> out) {
  const std::vector<int64_t>& shape = tensor.info->shape;
  const std::string where =
      absl::StrCat(tensor.file->path(), ": tensor \"", tensor.info->name, "\"");
  const bool whole = slice.dim < 0;
  const size_t dim = whole ? 0 : static_cast<size_t>(slice.dim);
  const int64_t size_of_dim = shape.empty() ? 1 : (dim < shape.size() ? shape[dim] : 0);
  const int64_t begin = whole ? 0 : slice.begin;
  const int64_t end = whole ? size_of_dim : slice.end;
  if (begin < 0 || end < begin || end > size_of_dim) {
    return absl::OutOfRangeError(
        absl::StrCat(where, ": no indices [", begin, ", ", end, ") of dim ", slice.dim));
  }
  // The tensor as [outer, size_of_dim, inner].
  const int64_t outer = Product(shape, 0, std::min(dim, shape.size()));
  const int64_t inner = Product(shape, std::min(dim + 1, shape.size()), shape.size());
  if (static_cast<int64_t>(out.size()) != outer * (end - begin) * inner) {
    return absl::InvalidArgumentError(absl::StrCat(where, ": the slice has ",
                                                   outer * (end - begin) * inner,
                                                   " elements, the memory ", out.size()));
  }
  if (outer == 1) {
    return Annotate(ReadContiguous(tensor, begin * inner, (end - begin) * inner, out.data()),
                    where);
  }
  // Whole rows of the outer dims are read, since the slices of each are often only a few bytes.
  const int64_t row = size_of_dim * inner;
  const int64_t row_bytes = row * static_cast<int64_t>(SizeOf(tensor.info->dtype));
  const int64_t rows_at_once = std::max<int64_t>(1, kChunkBytes / std::max<int64_t>(1, row_bytes));
  std::vector<float> rows(static_cast<size_t>(std::min(rows_at_once, outer) * row));
  for (int64_t first = 0; first < outer; first += rows_at_once) {
    const int64_t n = std::min(rows_at_once, outer - first);
    COX_RETURN_IF_ERROR(Annotate(ReadContiguous(tensor, first * row, n * row, rows.data()), where));
    for (int64_t j = begin; j < end; ++j) {
      for (int64_t o = 0; o < n; ++o) {
        const float* from = rows.data() + o * row + j * inner;
        std::copy(from, from + inner, out.data() + ((j - begin) * outer + first + o) * inner);
      }
    }
  }
  return absl::OkStatus();
}

}  // namespace cox
