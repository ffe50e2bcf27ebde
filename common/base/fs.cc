#include "common/base/fs.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/str_cat.h"
#include "common/base/status.h"
#include "common/base/status_macros.h"

namespace cox {

namespace stdfs = std::filesystem;

absl::StatusOr<std::string> ReadFile(const std::string& path, uint64_t max_bytes) {
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return ErrnoStatus(errno, path);
  absl::Cleanup closer = [fd] { close(fd); };
  struct stat info;
  if (fstat(fd, &info) != 0) return ErrnoStatus(errno, path);
  if (S_ISDIR(info.st_mode)) return ErrnoStatus(EISDIR, path);
  if (static_cast<uint64_t>(info.st_size) > max_bytes) {
    return absl::InvalidArgumentError(absl::StrCat(
        path, ": ", info.st_size, " bytes, more than the ", max_bytes, " that are read"));
  }
  std::string bytes;
  // Files under /proc have size 0, so read until the end rather than by the size.
  bytes.reserve(static_cast<size_t>(info.st_size));
  char chunk[1 << 16];
  while (true) {
    const ssize_t got = read(fd, chunk, sizeof(chunk));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return ErrnoStatus(errno, path);
    if (got == 0) return bytes;
    bytes.append(chunk, static_cast<size_t>(got));
    if (bytes.size() > max_bytes) {
      return absl::InvalidArgumentError(
          absl::StrCat(path, ": more than the ", max_bytes, " bytes that are read"));
    }
  }
}

absl::Status WriteFileAtomically(const std::string& path, absl::string_view bytes) {
  const std::string temporary = absl::StrCat(path, ".tmp.", getpid());
  const int fd = open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (fd < 0) return ErrnoStatus(errno, temporary);
  absl::Cleanup remover = [&] { unlink(temporary.c_str()); };
  absl::string_view rest = bytes;
  while (!rest.empty()) {
    const ssize_t put = write(fd, rest.data(), rest.size());
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) {
      const int error = errno;
      close(fd);
      return ErrnoStatus(error, temporary);
    }
    rest.remove_prefix(static_cast<size_t>(put));
  }
  if (fsync(fd) != 0) {
    const int error = errno;
    close(fd);
    return ErrnoStatus(error, temporary);
  }
  if (close(fd) != 0) return ErrnoStatus(errno, temporary);
  if (rename(temporary.c_str(), path.c_str()) != 0) return ErrnoStatus(errno, path);
  std::move(remover).Cancel();
  const std::string parent = stdfs::path(path).parent_path().string();
  return SyncDir(parent.empty() ? "." : parent);
}

absl::Status MakeDirs(const std::string& path) {
  std::error_code error;
  stdfs::create_directories(path, error);
  if (error) return ErrnoStatus(error.value(), absl::StrCat("cannot make folder ", path));
  return absl::OkStatus();
}

absl::Status SyncDir(const std::string& path) {
  const int fd = open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return ErrnoStatus(errno, path);
  const int result = fsync(fd);
  const int error = errno;
  close(fd);
  // Some file systems cannot sync a folder and need not.
  if (result != 0 && error != EINVAL) return ErrnoStatus(error, path);
  return absl::OkStatus();
}

absl::Status RenamePath(const std::string& from, const std::string& to) {
  if (rename(from.c_str(), to.c_str()) == 0) return absl::OkStatus();
  return ErrnoStatus(errno, absl::StrCat("cannot rename ", from, " to ", to));
}

absl::Status CommitDir(const std::string& from, const std::string& to) {
  const stdfs::path parent = stdfs::path(to).parent_path();
  const std::string parent_dir = parent.empty() ? "." : parent.string();
  if (!PathExists(to)) {
    COX_RETURN_IF_ERROR(RenamePath(from, to));
    return SyncDir(parent_dir);
  }
  if (renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_EXCHANGE) != 0) {
    if (errno != EINVAL && errno != ENOSYS) {
      return ErrnoStatus(errno, absl::StrCat("cannot exchange ", from, " and ", to));
    }
    // Network file systems cannot exchange: for a moment `to` is not there.
    const std::string aside = absl::StrCat(from, ".old");
    COX_RETURN_IF_ERROR(RemoveTree(aside));
    COX_RETURN_IF_ERROR(RenamePath(to, aside));
    COX_RETURN_IF_ERROR(RenamePath(from, to));
    COX_RETURN_IF_ERROR(SyncDir(parent_dir));
    return RemoveTree(aside);
  }
  COX_RETURN_IF_ERROR(SyncDir(parent_dir));
  return RemoveTree(from);
}

absl::Status RemoveTree(const std::string& path) {
  std::error_code error;
  stdfs::remove_all(path, error);
  if (error) return ErrnoStatus(error.value(), absl::StrCat("cannot remove ", path));
  return absl::OkStatus();
}

absl::StatusOr<std::vector<std::string>> ListDir(const std::string& path) {
  std::error_code error;
  stdfs::directory_iterator it(path, error);
  if (error) return ErrnoStatus(error.value(), path);
  std::vector<std::string> names;
  for (const stdfs::directory_entry& entry : it) names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

bool PathExists(const std::string& path) { return access(path.c_str(), F_OK) == 0; }

absl::StatusOr<uint64_t> FileSize(const std::string& path) {
  struct stat info;
  if (stat(path.c_str(), &info) != 0) return ErrnoStatus(errno, path);
  if (S_ISDIR(info.st_mode)) return ErrnoStatus(EISDIR, path);
  return static_cast<uint64_t>(info.st_size);
}

std::string JoinPath(absl::string_view base, absl::string_view path) {
  return (stdfs::path(std::string(base)) / std::string(path)).lexically_normal().string();
}

}  // namespace cox
