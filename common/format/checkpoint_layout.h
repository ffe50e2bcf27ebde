// Every name on disk below a job's output folder, and which checkpoints are there. Shared by the
// worker, which writes checkpoints, and the coordinator, which looks for the newest.
//
//   <output_dir>/checkpoints/step-00000200/manifest.json           committed
//   <output_dir>/checkpoints/step-00000200/rank-0-of-2.safetensors
//   <output_dir>/checkpoints/step-00000300.tmp-4/                  being written by attempt 4
//   <output_dir>/hf/                                               exported model
//
// A checkpoint exists when its folder bears its final name and holds a manifest: the folder gets
// that name by one rename, after everything in it is durable. Thread-safe; nothing is cached.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace cox {

inline constexpr char kManifestName[] = "manifest.json";

std::string CheckpointsDir(const std::string& output_dir);
// Where the checkpoint after `step` updates is, or will be.
std::string CheckpointDir(const std::string& output_dir, uint64_t step);
// Where attempt `attempt` of the job prepares it.
std::string UnfinishedCheckpointDir(const std::string& output_dir, uint64_t step, uint32_t attempt);
// Name of the file that holds what `rank` of `world_size` stored.
std::string ShardFileName(int rank, int world_size);
// Folder of the exported Hugging Face model.
std::string ExportDir(const std::string& output_dir);

struct FoundCheckpoint {
  uint64_t step = 0;
  std::string path;
};

// Committed checkpoints, lowest step first. No folder at all: none. Errors: the folder is there but
// cannot be read.
absl::StatusOr<std::vector<FoundCheckpoint>> ListCheckpoints(const std::string& output_dir);

// The one with the highest step; nullopt: none. Its contents are not looked at.
absl::StatusOr<std::optional<FoundCheckpoint>> FindNewestCheckpoint(const std::string& output_dir);

// Removes what attempts that died have left half written. Only for the one process that writes
// here.
absl::Status RemoveUnfinishedCheckpoints(const std::string& output_dir);

// Removes committed checkpoints except the `keep` with the highest steps and `protected_step` (the
// one just written, which need not be the highest after going back). keep 0: removes none.
absl::Status PruneCheckpoints(const std::string& output_dir, uint32_t keep,
                              uint64_t protected_step);

}  // namespace cox
