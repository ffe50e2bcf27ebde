// Files: whole reads, durable writes, and the small questions a program asks of a path. Errors name
// the path. Thread-safe; nothing is cached.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace cox {

// The file's bytes. Files over `max_bytes` are refused (INVALID_ARGUMENT) before anything is read.
absl::StatusOr<std::string> ReadFile(const std::string& path, uint64_t max_bytes = 1ull << 30);

// Writes a sibling temporary file, syncs it and renames it over `path`: a reader sees the old bytes
// or the new ones.
absl::Status WriteFileAtomically(const std::string& path, absl::string_view bytes);

// Makes the folder and its parents. OK if it is there already.
absl::Status MakeDirs(const std::string& path);

// Makes the entries of a folder durable (a rename or a new file in it).
absl::Status SyncDir(const std::string& path);

// Gives `from` the name `to` in one step, replacing a file there. Not yet durable: see SyncDir.
absl::Status RenamePath(const std::string& from, const std::string& to);

// Gives folder `from` the name `to` and makes that durable. A folder that is there already is
// exchanged in one step where the file system can, then removed.
absl::Status CommitDir(const std::string& from, const std::string& to);

// Removes a folder and everything in it; OK if it is not there.
absl::Status RemoveTree(const std::string& path);

// Names in a folder, sorted, without "." and "..".
absl::StatusOr<std::vector<std::string>> ListDir(const std::string& path);

bool PathExists(const std::string& path);
absl::StatusOr<uint64_t> FileSize(const std::string& path);

// `path` itself if absolute, else below `base`.
std::string JoinPath(absl::string_view base, absl::string_view path);

}  // namespace cox
