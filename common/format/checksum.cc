#include "common/format/checksum.h"

#include <fcntl.h>
#include <unistd.h>
#include <xxhash.h>

#include <cerrno>
#include <vector>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/str_format.h"
#include "common/base/status.h"

namespace cox {

struct Checksum::State {
  State() : xxh(XXH3_createState()) { XXH3_128bits_reset(xxh); }
  ~State() { XXH3_freeState(xxh); }
  XXH3_state_t* const xxh;
};

Checksum::Checksum() : state_(std::make_unique<State>()) {}
Checksum::~Checksum() = default;

void Checksum::Add(const void* bytes, uint64_t size_bytes) {
  XXH3_128bits_update(state_->xxh, bytes, size_bytes);
}

std::string Checksum::Hex() const {
  const XXH128_hash_t hash = XXH3_128bits_digest(state_->xxh);
  return absl::StrFormat("%016x%016x", hash.high64, hash.low64);
}

std::string ChecksumOf(absl::string_view bytes) {
  Checksum checksum;
  checksum.Add(bytes.data(), bytes.size());
  return checksum.Hex();
}

absl::StatusOr<std::string> FileChecksum(const std::string& path) {
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return ErrnoStatus(errno, path);
  absl::Cleanup closer = [fd] { close(fd); };
  Checksum checksum;
  std::vector<char> chunk(1 << 20);
  while (true) {
    const ssize_t got = read(fd, chunk.data(), chunk.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return ErrnoStatus(errno, path);
    if (got == 0) return checksum.Hex();
    checksum.Add(chunk.data(), static_cast<uint64_t>(got));
  }
}

}  // namespace cox
