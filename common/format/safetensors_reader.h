// Reads a safetensors file: 8 bytes of header length, a JSON header, then the tensors' bytes. The
// header is checked as a whole when the file is opened, so that nothing is read from a file that is
// cut short, overlaps itself or is something else altogether.
//
//   COX_ASSIGN_OR_RETURN(auto file, SafetensorsReader::Open("model.safetensors"));
//   COX_ASSIGN_OR_RETURN(std::vector<float> wte, file->ReadAs<float>("wte.weight"));
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "common/format/dtype.h"

namespace cox {

// Longest header that is read, as in the reference implementation.
inline constexpr uint64_t kMaxSafetensorsHeaderBytes = 100'000'000;

struct TensorInfo {
  std::string name;
  DType dtype = DType::kF32;
  std::vector<int64_t> shape;
  // Where the row-major elements begin, from the start of the file, and how long they are.
  uint64_t offset_bytes = 0;
  uint64_t size_bytes = 0;
};

// Reads with pread, not a mapping: a file that shrinks meanwhile is an error, not a crash.
// Thread-safe.
class SafetensorsReader {
 public:
  // NOT_FOUND, PERMISSION_DENIED: as the system says. INVALID_ARGUMENT: not a sound safetensors
  // file; the message names the file and the fault.
  static absl::StatusOr<std::unique_ptr<SafetensorsReader>> Open(const std::string& path);
  ~SafetensorsReader();

  const std::string& path() const { return path_; }
  uint64_t file_size_bytes() const { return file_size_bytes_; }
  // In the order of their bytes in the file.
  const std::vector<TensorInfo>& tensors() const { return tensors_; }
  // The header's __metadata__.
  const std::map<std::string, std::string>& metadata() const { return metadata_; }

  // nullptr: no such tensor.
  const TensorInfo* Find(absl::string_view name) const;

  // `size_bytes` bytes of the tensor from `offset_bytes` within it. Outside of it: OUT_OF_RANGE.
  absl::Status Read(const TensorInfo& tensor, uint64_t offset_bytes, uint64_t size_bytes,
                    void* to) const;

  // A whole tensor whose file type is T's: int64_t, int32_t, float, double, uint8_t. NOT_FOUND: no
  // such tensor; INVALID_ARGUMENT: of another type.
  template <typename T>
  absl::StatusOr<std::vector<T>> ReadAs(absl::string_view name) const;

 private:
  SafetensorsReader(std::string path, int fd) : path_(std::move(path)), fd_(fd) {}
  // Reads and checks the header; fills everything below.
  absl::Status Load();
  absl::Status ReadAt(uint64_t file_offset, uint64_t size_bytes, void* to) const;

  const std::string path_;
  const int fd_;
  uint64_t file_size_bytes_ = 0;
  std::vector<TensorInfo> tensors_;
  std::unordered_map<std::string, size_t> index_;
  std::map<std::string, std::string> metadata_;
};

}  // namespace cox
