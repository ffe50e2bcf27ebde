#include "common/format/checkpoint_layout.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "common/base/fs.h"
#include "common/base/status_macros.h"

namespace cox {
namespace {

constexpr char kStepPrefix[] = "step-";
constexpr char kUnfinishedMark[] = ".tmp-";

// Padded so that a plain listing of the folder is in order.
std::string StepName(uint64_t step) { return absl::StrFormat("%s%08d", kStepPrefix, step); }

std::optional<uint64_t> ParseStepName(absl::string_view name) {
  uint64_t step = 0;
  if (!absl::StartsWith(name, kStepPrefix)) return std::nullopt;
  if (!absl::SimpleAtoi(name.substr(sizeof(kStepPrefix) - 1), &step)) return std::nullopt;
  // Only the one spelling that is written here, so that no two folders claim the same step.
  if (name != StepName(step)) return std::nullopt;
  return step;
}

}  // namespace

std::string CheckpointsDir(const std::string& output_dir) {
  return JoinPath(output_dir, "checkpoints");
}

std::string CheckpointDir(const std::string& output_dir, uint64_t step) {
  return JoinPath(CheckpointsDir(output_dir), StepName(step));
}

std::string UnfinishedCheckpointDir(const std::string& output_dir, uint64_t step,
                                    uint32_t attempt) {
  return absl::StrCat(CheckpointDir(output_dir, step), kUnfinishedMark, attempt);
}

std::string ShardFileName(int rank, int world_size) {
  return absl::StrCat("rank-", rank, "-of-", world_size, ".safetensors");
}

std::string ExportDir(const std::string& output_dir) { return JoinPath(output_dir, "hf"); }

absl::StatusOr<std::vector<FoundCheckpoint>> ListCheckpoints(const std::string& output_dir) {
  const std::string dir = CheckpointsDir(output_dir);
  const absl::StatusOr<std::vector<std::string>> names = ListDir(dir);
  if (absl::IsNotFound(names.status())) return std::vector<FoundCheckpoint>();
  COX_RETURN_IF_ERROR(names.status());
  std::vector<FoundCheckpoint> found;
  for (const std::string& name : *names) {
    const std::optional<uint64_t> step = ParseStepName(name);
    const std::string path = JoinPath(dir, name);
    if (step && PathExists(JoinPath(path, kManifestName))) found.push_back({*step, path});
  }
  std::sort(found.begin(), found.end(),
            [](const FoundCheckpoint& a, const FoundCheckpoint& b) { return a.step < b.step; });
  return found;
}

absl::StatusOr<std::optional<FoundCheckpoint>> FindNewestCheckpoint(const std::string& output_dir) {
  COX_ASSIGN_OR_RETURN(const std::vector<FoundCheckpoint> found, ListCheckpoints(output_dir));
  if (found.empty()) return std::optional<FoundCheckpoint>();
  return std::optional<FoundCheckpoint>(found.back());
}

absl::Status RemoveUnfinishedCheckpoints(const std::string& output_dir) {
  const std::string dir = CheckpointsDir(output_dir);
  const absl::StatusOr<std::vector<std::string>> names = ListDir(dir);
  if (absl::IsNotFound(names.status())) return absl::OkStatus();
  COX_RETURN_IF_ERROR(names.status());
  for (const std::string& name : *names) {
    if (absl::StartsWith(name, kStepPrefix) && absl::StrContains(name, kUnfinishedMark)) {
      COX_RETURN_IF_ERROR(RemoveTree(JoinPath(dir, name)));
    }
  }
  return absl::OkStatus();
}

absl::Status PruneCheckpoints(const std::string& output_dir, uint32_t keep,
                              uint64_t protected_step) {
  if (keep == 0) return absl::OkStatus();
  COX_ASSIGN_OR_RETURN(const std::vector<FoundCheckpoint> found, ListCheckpoints(output_dir));
  for (size_t i = 0; i + keep < found.size(); ++i) {
    if (found[i].step == protected_step) continue;
    // Renamed first: a removal cut short must not leave a checkpoint that looks whole.
    const std::string doomed = absl::StrCat(found[i].path, kUnfinishedMark, "removed");
    COX_RETURN_IF_ERROR(RemoveTree(doomed));
    COX_RETURN_IF_ERROR(RenamePath(found[i].path, doomed));
    COX_RETURN_IF_ERROR(RemoveTree(doomed));
  }
  return absl::OkStatus();
}

}  // namespace cox
