// Writes a safetensors file piece by piece, so that tensors which are gathered one after another
// never have to be in memory together. All tensors are declared first; then their bytes come in any
// number of pieces. The file appears under its name, durable, only when Finish succeeds.
//
//   COX_ASSIGN_OR_RETURN(auto file, SafetensorsWriter::Create(path, {{"wte", DType::kF32, {256,
//   8}}})); COX_RETURN_IF_ERROR(file->Write(0, 0, bytes, num_bytes));
//   COX_RETURN_IF_ERROR(file->Finish().status());
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "common/format/checksum.h"
#include "common/format/safetensors_reader.h"

namespace cox {

struct TensorDecl {
  std::string name;
  DType dtype = DType::kF32;
  std::vector<int64_t> shape;
};

struct SafetensorsWriterOptions {
  std::map<std::string, std::string> metadata = {{"format", "pt"}};
  // Compute XXH3-128 of the file while writing; pieces must then come in the order of the file.
  bool checksum = false;
};

struct WrittenFile {
  uint64_t size_bytes = 0;
  // Hexadecimal; empty unless asked for.
  std::string xxh3_128;
};

// Tensors lie in the order of their declaration. One thread at a time.
class SafetensorsWriter {
 public:
  static absl::StatusOr<std::unique_ptr<SafetensorsWriter>> Create(
      const std::string& path, const std::vector<TensorDecl>& tensors,
      SafetensorsWriterOptions options = {});
  // Removes the temporary file unless finished.
  ~SafetensorsWriter();

  // `size_bytes` bytes of tensor number `tensor` (in order of declaration), from `offset_bytes`
  // within it. OUT_OF_RANGE: outside of the tensor. RESOURCE_EXHAUSTED: the disk is full.
  absl::Status Write(size_t tensor, uint64_t offset_bytes, const void* from, uint64_t size_bytes);

  // Syncs the file and gives it its name. FAILED_PRECONDITION names a tensor that has not received
  // as many bytes as it has.
  absl::StatusOr<WrittenFile> Finish();

 private:
  SafetensorsWriter(std::string path, int fd);
  absl::Status WriteAt(uint64_t file_offset, const void* from, uint64_t size_bytes);

  const std::string path_;
  const std::string temporary_;
  int fd_;
  std::vector<TensorInfo> tensors_;
  // Bytes received for each tensor.
  std::vector<uint64_t> received_;
  // Only if asked for.
  std::optional<Checksum> checksum_;
  // Where the next piece must begin if the file is hashed.
  uint64_t hashed_bytes_ = 0;
};

}  // namespace cox
