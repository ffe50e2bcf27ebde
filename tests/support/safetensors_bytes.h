// A safetensors file as bytes, sound or not, for tests of readers.
#pragma once

#include <cstdint>
#include <string>

namespace cox {

inline std::string SafetensorsBytes(const std::string& header, const std::string& data) {
  std::string out(8, '\0');
  for (size_t i = 0; i < 8; ++i) out[i] = static_cast<char>(header.size() >> (8 * i) & 0xff);
  return out + header + data;
}

}  // namespace cox
