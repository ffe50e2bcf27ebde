// The coordinator itself, without a socket in sight: takes requests and worker messages as protos,
// decides, records every decision in the job store before anybody hears of it, and answers.
//
//   COX_ASSIGN_OR_RETURN(auto coordinator, Coordinator::Open(options, store, launcher,
//   RealClock())); coordinator->Submit(request);      // from any RPC thread coordinator->Tick();
//   // a few times a second, from one thread
//
// A process that was killed is replaced by opening another coordinator on the same store: jobs are
// rebuilt from their events, crews that live on are re-adopted when their workers say Hello again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "common/base/clock.h"
#include "coordinator/core/crew_link.h"
#include "coordinator/job/job_store.h"
#include "coordinator/launch/launcher.h"
#include "cox/v1/crew.pb.h"
#include "cox/v1/event.pb.h"
#include "cox/v1/jobs.pb.h"

namespace cox {

struct CoordinatorOptions {
  // Folder of the coordinator: jobs' default output folders, logs of attempts. Absolute.
  std::string data_dir;
  // Worker processes that may run at once on this host.
  uint32_t slots = 1;
  // cox-worker, absolute, and the address its processes reach this coordinator at.
  std::string worker_program;
  std::string advertised_address;
  // Version of this program; a worker of another one is refused.
  std::string version;
  // A crew that has not said Hello in full for this long after its launch is given up.
  absl::Duration startup_timeout = absl::Seconds(120);
  // A rank that was not heard for this long is given up, and its crew with it.
  absl::Duration heartbeat_timeout = absl::Seconds(30);
  // Told to workers: how long they go on without hearing the coordinator.
  absl::Duration orphan_grace = absl::Minutes(10);
  // Time between SIGTERM and SIGKILL when a crew is ended.
  absl::Duration kill_grace = absl::Seconds(2);
  // Called once for every event after it is durable, with the job's status after it. For metrics.
  // Runs under the coordinator's lock: must not wait or call back. Empty: nobody listens.
  std::function<void(const v1::Event& event, const v1::JobStatus& status)> on_event;
};

// A stretch of a job's events.
struct EventPage {
  std::vector<v1::Event> events;
  // The job has ended and these are its last events: nothing will follow.
  bool complete = false;
};

// Figures for metrics pages.
struct CoordinatorOverview {
  std::map<v1::JobState, uint32_t> jobs;  // states without a job are absent
  uint32_t total_slots = 0;
  uint32_t free_slots = 0;
  uint32_t connected_workers = 0;
  uint32_t expected_workers = 0;    // ranks of all crews that hold slots
  absl::Duration oldest_heartbeat;  // of any connected worker; zero: none connected
};

// Keeps a notification alive; destroying it ends the notification, and waits for one in progress.
class Subscription {
 public:
  virtual ~Subscription() = default;
};

// Thread-safe. Every method answers without waiting for a worker; those that record something wait
// for the disk.
class Coordinator {
 public:
  // Replays the store. Everything borrowed must outlive the coordinator. Errors: the store cannot
  // be read, or holds a sequence of events that no coordinator writes (DATA_LOSS).
  static absl::StatusOr<std::unique_ptr<Coordinator>> Open(CoordinatorOptions options,
                                                           JobStore& store, Launcher& launcher,
                                                           Clock& clock);
  ~Coordinator();
  Coordinator(const Coordinator&) = delete;
  Coordinator& operator=(const Coordinator&) = delete;

  // --- users: the semantics of JobsService, see proto/cox/v1/jobs.proto ---

  absl::StatusOr<v1::SubmitJobResponse> Submit(const v1::SubmitJobRequest& request);
  absl::StatusOr<v1::ValidateJobResponse> Validate(const v1::ValidateJobRequest& request);
  absl::StatusOr<v1::JobStatus> Get(const v1::GetJobRequest& request);
  absl::StatusOr<v1::ListJobsResponse> List(const v1::ListJobsRequest& request);
  absl::StatusOr<v1::StopJobResponse> Stop(const v1::StopJobRequest& request);
  v1::ServerInfo Info();
  CoordinatorOverview Overview();

  // Watching is pulling: a watcher reads the store at its own pace and is only told that there is
  // more, so a slow one costs nothing.
  //
  // Events of the job with this id (not name; Get resolves names) and a number above `after`, at
  // most `limit`. NOT_FOUND: no such job.
  absl::StatusOr<EventPage> EventsAfter(const std::string& job_id, uint64_t after, size_t limit);
  // Calls `notify` after every append to the job. It runs under a lock: it must only raise a flag
  // or wake somebody, never wait or call the coordinator. Subscribe first, then read, and nothing
  // is missed. The subscription must not outlive the coordinator.
  std::unique_ptr<Subscription> Subscribe(const std::string& job_id, std::function<void()> notify);

  // --- workers: one CrewLink per stream ---

  // A worker presents itself. OK: the Welcome is the first message on `link`, followed by the
  // segments and the halt this worker has not seen; an older link of the same rank is closed with
  // ABORTED. Error: nothing was sent, the stream ends with this status and the worker must end:
  // NOT_FOUND no such job; PERMISSION_DENIED wrong token; FAILED_PRECONDITION another version, an
  // attempt that is over, a wrong world size or rank.
  absl::Status Hello(const v1::Hello& hello, std::shared_ptr<CrewLink> link);
  // Any later message of the stream. Reports are acknowledged on the link once durable. Error: the
  // stream must end with this status; the worker may come again and lose nothing. Messages of a
  // link that was replaced are ignored.
  absl::Status Receive(const CrewLink& link, const v1::WorkerMessage& message);
  // The stream has ended, for whatever reason. Unknown links are ignored.
  void Disconnect(const CrewLink& link);

  // --- time ---

  // Looks at the processes and the clock: starts queued jobs, notices crews that ended, gives up
  // silent ones.
  void Tick();

 private:
  class Impl;
  explicit Coordinator(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace cox
