#include "common/format/convert.h"

#include "absl/strings/str_cat.h"

namespace cox {
namespace {

template <typename T, typename Convert>
void ConvertEach(const void* from, size_t count, float* to, Convert convert) {
  const char* bytes = static_cast<const char*>(from);
  for (size_t i = 0; i < count; ++i) {
    T element;
    std::memcpy(&element, bytes + i * sizeof(T), sizeof(T));
    to[i] = convert(element);
  }
}

}  // namespace

float FloatFromFloat16(uint16_t bits) {
  const uint32_t sign = static_cast<uint32_t>(bits & 0x8000) << 16;
  const uint32_t exponent = (bits >> 10) & 0x1f;
  const uint32_t fraction = bits & 0x3ff;
  if (exponent == 0) {
    // Zero and subnormals: fraction * 2^-24.
    const float magnitude = static_cast<float>(fraction) * 0x1p-24f;
    return sign ? -magnitude : magnitude;
  }
  const uint32_t wide_exponent = exponent == 0x1f ? 0xff : exponent - 15 + 127;
  const uint32_t wide = sign | wide_exponent << 23 | fraction << 13;
  float value;
  std::memcpy(&value, &wide, sizeof(value));
  return value;
}

absl::Status ConvertToFloat(DType dtype, const void* from, size_t count, float* to) {
  switch (dtype) {
    case DType::kF32:
      std::memcpy(to, from, count * sizeof(float));
      return absl::OkStatus();
    case DType::kBF16:
      ConvertEach<uint16_t>(from, count, to, FloatFromBFloat16);
      return absl::OkStatus();
    case DType::kF16:
      ConvertEach<uint16_t>(from, count, to, FloatFromFloat16);
      return absl::OkStatus();
    case DType::kF64:
      ConvertEach<double>(from, count, to, [](double x) { return static_cast<float>(x); });
      return absl::OkStatus();
    default:
      return absl::InvalidArgumentError(
          absl::StrCat("type ", DTypeName(dtype), " is not one of F32, BF16, F16, F64"));
  }
}

}  // namespace cox
