// Numbers of one type as numbers of another. Pure; thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "absl/status/status.h"
#include "common/format/dtype.h"

namespace cox {

// bfloat16 is the upper half of an fp32.
inline float FloatFromBFloat16(uint16_t bits) {
  const uint32_t wide = static_cast<uint32_t>(bits) << 16;
  float value;
  std::memcpy(&value, &wide, sizeof(value));
  return value;
}

// Rounds to nearest, ties to even; overflow becomes infinity, NaN stays NaN.
inline uint16_t BFloat16FromFloat(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  // Rounding could carry a NaN into infinity, so a NaN is cut and made quiet.
  if ((bits & 0x7fffffffu) > 0x7f800000u) return static_cast<uint16_t>((bits >> 16) | 0x40);
  return static_cast<uint16_t>((bits + 0x7fffu + ((bits >> 16) & 1)) >> 16);
}

// IEEE half precision, exact.
float FloatFromFloat16(uint16_t bits);

// `count` elements of `dtype` at `from` (any alignment) as fp32. F32, BF16, F16 and F64 (rounded);
// other types: INVALID_ARGUMENT.
absl::Status ConvertToFloat(DType dtype, const void* from, size_t count, float* to);

}  // namespace cox
