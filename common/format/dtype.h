// Element types of tensors in files, under their safetensors names. No torch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "absl/strings/string_view.h"

namespace cox {

enum class DType {
  kBool,
  kU8,
  kI8,
  kF8E5M2,
  kF8E4M3,
  kF8E8M0,
  kI16,
  kU16,
  kF16,
  kBF16,
  kI32,
  kU32,
  kF32,
  kI64,
  kU64,
  kF64,
  kC64,
};

// Bytes of one element.
size_t SizeOf(DType dtype);
// "F32", "BF16", ...
absl::string_view DTypeName(DType dtype);
// nullopt: not a type that files here can hold.
std::optional<DType> DTypeFromName(absl::string_view name);

// Bytes of a tensor of this shape; nullopt: a negative size, or more than 2^63-1 bytes.
std::optional<uint64_t> TensorBytes(DType dtype, const std::vector<int64_t>& shape);

}  // namespace cox
