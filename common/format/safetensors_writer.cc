#include "common/format/safetensors_writer.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>

#include "absl/strings/str_cat.h"
#include "common/base/fs.h"
#include "common/base/status.h"
#include "common/base/status_macros.h"
#include "common/format/safetensors_header.h"

namespace cox {

absl::StatusOr<std::unique_ptr<SafetensorsWriter>> SafetensorsWriter::Create(
    const std::string& path, const std::vector<TensorDecl>& tensors,
    SafetensorsWriterOptions options) {
  std::vector<TensorInfo> infos;
  for (const TensorDecl& decl : tensors) infos.push_back({decl.name, decl.dtype, decl.shape, 0, 0});
  absl::StatusOr<std::string> header = FormatSafetensorsHeader(infos, options.metadata);
  if (!header.ok()) return Annotate(header.status(), path);

  const std::string temporary = absl::StrCat(path, ".tmp");
  const int fd = open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (fd < 0) return ErrnoStatus(errno, temporary);
  std::unique_ptr<SafetensorsWriter> writer(new SafetensorsWriter(path, fd));
  writer->received_.resize(infos.size());
  writer->tensors_ = std::move(infos);
  if (options.checksum) writer->checksum_.emplace();
  COX_RETURN_IF_ERROR(writer->WriteAt(0, header->data(), header->size()));
  return writer;
}

SafetensorsWriter::SafetensorsWriter(std::string path, int fd)
    : path_(std::move(path)), temporary_(absl::StrCat(path_, ".tmp")), fd_(fd) {}

SafetensorsWriter::~SafetensorsWriter() {
  if (fd_ < 0) return;
  close(fd_);
  unlink(temporary_.c_str());
}

absl::Status SafetensorsWriter::Write(size_t tensor, uint64_t offset_bytes, const void* from,
                                      uint64_t size_bytes) {
  const TensorInfo& info = tensors_.at(tensor);
  if (offset_bytes > info.size_bytes || size_bytes > info.size_bytes - offset_bytes) {
    return absl::OutOfRangeError(absl::StrCat(path_, ": tensor \"", info.name, "\" has ",
                                              info.size_bytes, " bytes, given ", size_bytes,
                                              " from ", offset_bytes));
  }
  received_[tensor] += size_bytes;
  return WriteAt(info.offset_bytes + offset_bytes, from, size_bytes);
}

absl::Status SafetensorsWriter::WriteAt(uint64_t file_offset, const void* from,
                                        uint64_t size_bytes) {
  if (checksum_) {
    if (file_offset != hashed_bytes_) {
      return absl::FailedPreconditionError(
          absl::StrCat(path_, ": a piece at byte ", file_offset, " where ", hashed_bytes_,
                       " is next: with a checksum pieces come in order"));
    }
    checksum_->Add(from, size_bytes);
    hashed_bytes_ += size_bytes;
  }
  const char* bytes = static_cast<const char*>(from);
  while (size_bytes > 0) {
    const ssize_t put = pwrite(fd_, bytes, size_bytes, static_cast<off_t>(file_offset));
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return ErrnoStatus(errno, absl::StrCat("cannot write ", path_));
    bytes += put;
    file_offset += static_cast<uint64_t>(put);
    size_bytes -= static_cast<uint64_t>(put);
  }
  return absl::OkStatus();
}

absl::StatusOr<WrittenFile> SafetensorsWriter::Finish() {
  WrittenFile written;
  for (size_t i = 0; i < tensors_.size(); ++i) {
    if (received_[i] != tensors_[i].size_bytes) {
      return absl::FailedPreconditionError(absl::StrCat(path_, ": tensor \"", tensors_[i].name,
                                                        "\" has ", tensors_[i].size_bytes,
                                                        " bytes, received ", received_[i]));
    }
  }
  if (fsync(fd_) != 0) return ErrnoStatus(errno, absl::StrCat("cannot write ", path_));
  const off_t size = lseek(fd_, 0, SEEK_END);
  if (size < 0) return ErrnoStatus(errno, path_);
  written.size_bytes = static_cast<uint64_t>(size);
  if (checksum_) written.xxh3_128 = checksum_->Hex();
  const int closed = close(fd_);
  fd_ = -1;
  if (closed != 0) {
    const int error = errno;
    unlink(temporary_.c_str());
    return ErrnoStatus(error, absl::StrCat("cannot write ", path_));
  }
  COX_RETURN_IF_ERROR(RenamePath(temporary_, path_));
  const std::string parent = std::filesystem::path(path_).parent_path().string();
  COX_RETURN_IF_ERROR(SyncDir(parent.empty() ? "." : parent));
  return written;
}

}  // namespace cox
