// XXH3-128, the checksum of every file of a checkpoint, in hexadecimal as the xxhsum tool prints
// it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace cox {

// Running checksum of bytes that come in pieces. One thread at a time.
class Checksum {
 public:
  Checksum();
  ~Checksum();
  void Add(const void* bytes, uint64_t size_bytes);
  // Of everything added so far.
  std::string Hex() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

std::string ChecksumOf(absl::string_view bytes);

// Reads the whole file.
absl::StatusOr<std::string> FileChecksum(const std::string& path);

}  // namespace cox
