// Starts and ends the processes of an attempt. A crew is one supervisor process that owns mpirun
// and everything below it, so that nothing is left behind whatever dies: when the supervisor's
// mpirun ends, or it is told to, it kills what is left of its tree and records how it ended.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"

namespace cox {

// What to start.
struct LaunchRequest {
  std::string job_id;
  uint32_t attempt = 1;
  uint32_t num_workers = 1;
  uint32_t threads_per_worker = 1;
  // Folder of this attempt: logs (rank-<r>.log), exit record, pid files. Made by the launcher.
  std::string run_dir;
  // Address workers reach the coordinator at, "127.0.0.1:7117".
  std::string coordinator_address;
  std::string worker_token;
  // Program and the flags that come before those the launcher adds.
  std::string worker_program;
};

// A supervisor, recognisable after a restart of the coordinator.
struct CrewProcess {
  int64_t supervisor_pid = 0;
  uint64_t supervisor_start_ticks = 0;  // field 22 of /proc/PID/stat
  std::string run_dir;
};

// How an attempt's processes ended, one record per attempt.
struct CrewExit {
  int exit_code = 0;  // of mpirun; 128 + signal if a signal ended it
  // One sentence naming the first rank that failed, if one did, with its signal or exit code and
  // the last lines of its log; empty on success.
  std::string cause;
  int failed_rank = -1;
};

// Thread-safe.
class Launcher {
 public:
  virtual ~Launcher() = default;
  // Starts the crew and returns at once. Errors leave no process.
  virtual absl::StatusOr<CrewProcess> Launch(const LaunchRequest& request) = 0;
  // How the crew ended, once it has and nothing of it is left; nullopt while it lives. A supervisor
  // that vanished without a record (killed, power loss) counts as ended with a cause that says so,
  // after what it left has been killed.
  virtual absl::StatusOr<std::optional<CrewExit>> Poll(const CrewProcess& crew) = 0;
  // Ends the crew: SIGTERM, after `grace` SIGKILL. Returns at once; Poll tells when nothing is
  // left.
  virtual absl::Status Kill(const CrewProcess& crew, absl::Duration grace) = 0;
};

}  // namespace cox
