#include "common/format/safetensors_reader.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "absl/strings/str_cat.h"
#include "common/base/status.h"
#include "common/base/status_macros.h"
#include "common/format/safetensors_header.h"

namespace cox {
namespace {

template <typename T>
constexpr DType DTypeOf();
template <>
constexpr DType DTypeOf<float>() {
  return DType::kF32;
}
template <>
constexpr DType DTypeOf<double>() {
  return DType::kF64;
}
template <>
constexpr DType DTypeOf<int32_t>() {
  return DType::kI32;
}
template <>
constexpr DType DTypeOf<int64_t>() {
  return DType::kI64;
}
template <>
constexpr DType DTypeOf<uint8_t>() {
  return DType::kU8;
}

// What to say of a file whose first 8 bytes are no length of a header within it.
absl::Status HeaderLengthError(const std::string& first_bytes, uint64_t header_bytes,
                               uint64_t file_size_bytes) {
  const std::string foreign = DescribeForeignFile(first_bytes);
  if (!foreign.empty()) {
    return absl::InvalidArgumentError(absl::StrCat("not a safetensors file, but ", foreign));
  }
  if (file_size_bytes < kSafetensorsPrefixBytes) {
    return absl::InvalidArgumentError(
        absl::StrCat("truncated: ", file_size_bytes, " bytes, less than the header's length"));
  }
  if (header_bytes > kMaxSafetensorsHeaderBytes) {
    return absl::InvalidArgumentError(
        absl::StrCat("not a safetensors file: the first 8 bytes announce a header of ",
                     header_bytes, " bytes, the longest is ", kMaxSafetensorsHeaderBytes));
  }
  return absl::InvalidArgumentError(absl::StrCat("truncated: a header of ", header_bytes,
                                                 " bytes in a file of ", file_size_bytes,
                                                 " (an interrupted copy or download?)"));
}

}  // namespace

absl::StatusOr<std::unique_ptr<SafetensorsReader>> SafetensorsReader::Open(
    const std::string& path) {
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return ErrnoStatus(errno, path);
  std::unique_ptr<SafetensorsReader> reader(new SafetensorsReader(path, fd));
  if (absl::Status status = reader->Load(); !status.ok()) return Annotate(status, path);
  return reader;
}

SafetensorsReader::~SafetensorsReader() { close(fd_); }

absl::Status SafetensorsReader::Load() {
  struct stat info;
  if (fstat(fd_, &info) != 0) return ErrnoStatus(errno, "cannot ask its size");
  if (S_ISDIR(info.st_mode)) return absl::InvalidArgumentError("is a folder, not a file");
  file_size_bytes_ = static_cast<uint64_t>(info.st_size);
  if (file_size_bytes_ == 0) return absl::InvalidArgumentError("is empty");

  std::string first(std::min<uint64_t>(file_size_bytes_, 256), '\0');
  COX_RETURN_IF_ERROR(ReadAt(0, first.size(), first.data()));
  uint64_t header_bytes = 0;
  for (size_t i = 0; i < std::min<size_t>(first.size(), kSafetensorsPrefixBytes); ++i) {
    header_bytes |= static_cast<uint64_t>(static_cast<unsigned char>(first[i])) << (8 * i);
  }
  if (file_size_bytes_ < kSafetensorsPrefixBytes || header_bytes > kMaxSafetensorsHeaderBytes ||
      header_bytes > file_size_bytes_ - kSafetensorsPrefixBytes) {
    return HeaderLengthError(first, header_bytes, file_size_bytes_);
  }
  std::string header(header_bytes, '\0');
  COX_RETURN_IF_ERROR(ReadAt(kSafetensorsPrefixBytes, header_bytes, header.data()));
  COX_ASSIGN_OR_RETURN(SafetensorsHeader parsed, ParseSafetensorsHeader(header, file_size_bytes_));
  tensors_ = std::move(parsed.tensors);
  metadata_ = std::move(parsed.metadata);
  for (size_t i = 0; i < tensors_.size(); ++i) index_[tensors_[i].name] = i;
  return absl::OkStatus();
}

const TensorInfo* SafetensorsReader::Find(absl::string_view name) const {
  const auto it = index_.find(std::string(name));
  return it == index_.end() ? nullptr : &tensors_[it->second];
}

absl::Status SafetensorsReader::Read(const TensorInfo& tensor, uint64_t offset_bytes,
                                     uint64_t size_bytes, void* to) const {
  if (offset_bytes > tensor.size_bytes || size_bytes > tensor.size_bytes - offset_bytes) {
    return absl::OutOfRangeError(absl::StrCat(path_, ": tensor \"", tensor.name, "\" has ",
                                              tensor.size_bytes, " bytes, asked for ", size_bytes,
                                              " from ", offset_bytes));
  }
  return Annotate(ReadAt(tensor.offset_bytes + offset_bytes, size_bytes, to), path_);
}

absl::Status SafetensorsReader::ReadAt(uint64_t file_offset, uint64_t size_bytes, void* to) const {
  char* out = static_cast<char*>(to);
  while (size_bytes > 0) {
    const ssize_t got = pread(fd_, out, size_bytes, static_cast<off_t>(file_offset));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return ErrnoStatus(errno, "cannot read");
    if (got == 0) return absl::DataLossError("became shorter while it was read");
    out += got;
    file_offset += static_cast<uint64_t>(got);
    size_bytes -= static_cast<uint64_t>(got);
  }
  return absl::OkStatus();
}

template <typename T>
absl::StatusOr<std::vector<T>> SafetensorsReader::ReadAs(absl::string_view name) const {
  const TensorInfo* tensor = Find(name);
  if (tensor == nullptr) {
    return absl::NotFoundError(absl::StrCat(path_, ": no tensor \"", name, "\""));
  }
  if (tensor->dtype != DTypeOf<T>()) {
    return absl::InvalidArgumentError(absl::StrCat(path_, ": tensor \"", name, "\" is ",
                                                   DTypeName(tensor->dtype), ", not ",
                                                   DTypeName(DTypeOf<T>())));
  }
  std::vector<T> out(tensor->size_bytes / sizeof(T));
  COX_RETURN_IF_ERROR(Read(*tensor, 0, tensor->size_bytes, out.data()));
  return out;
}

template absl::StatusOr<std::vector<float>> SafetensorsReader::ReadAs(absl::string_view) const;
template absl::StatusOr<std::vector<double>> SafetensorsReader::ReadAs(absl::string_view) const;
template absl::StatusOr<std::vector<int32_t>> SafetensorsReader::ReadAs(absl::string_view) const;
template absl::StatusOr<std::vector<int64_t>> SafetensorsReader::ReadAs(absl::string_view) const;
template absl::StatusOr<std::vector<uint8_t>> SafetensorsReader::ReadAs(absl::string_view) const;

}  // namespace cox
