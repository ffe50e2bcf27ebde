// While it lives, no file of this process can grow past a size: writes fail there as they do on a
// full disk (with EFBIG in place of ENOSPC), without a disk to fill. Not for tests that run beside
// others in one process.
#pragma once

#include <sys/resource.h>

#include <csignal>
#include <cstdint>

namespace cox {

class FileSizeLimit {
 public:
  explicit FileSizeLimit(uint64_t bytes) {
    getrlimit(RLIMIT_FSIZE, &before_);
    rlimit limit = before_;
    limit.rlim_cur = bytes;
    // The default of this signal ends the process.
    handler_ = std::signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() {
    setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;

 private:
  rlimit before_;
  void (*handler_)(int);
};

}  // namespace cox
