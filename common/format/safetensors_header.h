// The JSON header of a safetensors file: what reader and writer share. Pure.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "common/format/safetensors_reader.h"

namespace cox {

// Bytes of the little-endian length in front of the header.
inline constexpr uint64_t kSafetensorsPrefixBytes = 8;

struct SafetensorsHeader {
  // Offsets count from the start of the file; in the order of offsets.
  std::vector<TensorInfo> tensors;
  std::map<std::string, std::string> metadata;
};

// Checks every rule of the format: types known, sizes right, tensors one after another without
// overlap or hole, from the end of the header to the end of a file of `file_size_bytes`.
absl::StatusOr<SafetensorsHeader> ParseSafetensorsHeader(absl::string_view header,
                                                         uint64_t file_size_bytes);

// Prefix and header as they stand in the file, padded to a multiple of 8 bytes. Places the tensors
// one after another in the given order and sets their offset_bytes and size_bytes. Errors: a name
// twice or reserved, a shape that is no shape.
absl::StatusOr<std::string> FormatSafetensorsHeader(
    std::vector<TensorInfo>& tensors, const std::map<std::string, std::string>& metadata);

// What a file that is not safetensors seems to be, from its first bytes ("a Git LFS pointer ..."),
// with advice; empty: nothing known.
std::string DescribeForeignFile(absl::string_view first_bytes);

}  // namespace cox
