/**
 * A worker is silent, and replaced, when its last heartbeat is older than this many times its timeout. One that has not started
 * has its launch instead of a heartbeat, and additional time (V1-LIFE-3).
 */
export const SILENT_AFTER_TIMEOUTS = 1.5;

/** The condition in SQL, on the tables `worker` and `job`. Parameters: `now`, `timeoutMs`, `graceMs`, and `started`, the state. */
export const IS_SILENT = `COALESCE(worker.lastHeartbeatAt, worker.launchedAt)
  + (CASE WHEN job.worker_timeout_secs > 0 THEN job.worker_timeout_secs * 1000 ELSE :timeoutMs END) * ${SILENT_AFTER_TIMEOUTS}
  + (CASE WHEN worker.state = :started THEN 0 ELSE :graceMs END) < :now`;
