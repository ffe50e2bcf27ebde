#include "common/format/dtype.h"

namespace cox {
namespace {

struct Entry {
  DType dtype;
  const char* name;
  size_t size_bytes;
};

// In the order of the enum.
constexpr Entry kEntries[] = {
    {DType::kBool, "BOOL", 1},      {DType::kU8, "U8", 1},          {DType::kI8, "I8", 1},
    {DType::kF8E5M2, "F8_E5M2", 1}, {DType::kF8E4M3, "F8_E4M3", 1}, {DType::kF8E8M0, "F8_E8M0", 1},
    {DType::kI16, "I16", 2},        {DType::kU16, "U16", 2},        {DType::kF16, "F16", 2},
    {DType::kBF16, "BF16", 2},      {DType::kI32, "I32", 4},        {DType::kU32, "U32", 4},
    {DType::kF32, "F32", 4},        {DType::kI64, "I64", 8},        {DType::kU64, "U64", 8},
    {DType::kF64, "F64", 8},        {DType::kC64, "C64", 8},
};

}  // namespace

size_t SizeOf(DType dtype) { return kEntries[static_cast<size_t>(dtype)].size_bytes; }

absl::string_view DTypeName(DType dtype) { return kEntries[static_cast<size_t>(dtype)].name; }

std::optional<DType> DTypeFromName(absl::string_view name) {
  for (const Entry& entry : kEntries) {
    if (name == entry.name) return entry.dtype;
  }
  return std::nullopt;
}

std::optional<uint64_t> TensorBytes(DType dtype, const std::vector<int64_t>& shape) {
  int64_t bytes = static_cast<int64_t>(SizeOf(dtype));
  for (const int64_t size : shape) {
    if (size < 0 || __builtin_mul_overflow(bytes, size, &bytes)) return std::nullopt;
  }
  return static_cast<uint64_t>(bytes);
}

}  // namespace cox
