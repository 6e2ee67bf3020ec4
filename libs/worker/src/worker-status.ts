/** States that a worker reports about itself (reference: streams §4.1); `Noop` says nothing new. */
export const WorkerState = {
  StartInitiated: 'StartInitiated',
  Started: 'Started',
  Completed: 'Completed',
  Failed: 'Failed',
  Noop: 'Noop',
} as const;
export type WorkerState = (typeof WorkerState)[keyof typeof WorkerState];

/** What a heartbeat carries besides being alive. `data` is text, JSON where it is structured. */
export interface StatusPayload {
  readonly type: 'SubscriptionState' | 'IncomingDataDrop' | 'ResourceUsage' | 'PermanentFailure';
  readonly data: string;
}

/** Who reports. */
export interface WorkerIdentity {
  readonly jobId: string;
  readonly stage: number;
  readonly workerIndex: number;
  readonly workerNumber: number;
  readonly hostname: string;
}

export interface StatusReport {
  readonly type: 'INFO' | 'HEARTBEAT' | 'ERROR';
  readonly state: WorkerState;
  readonly message: string;
  readonly payloads?: readonly StatusPayload[];
}

/** `<jobId>-worker-<index>-<number>` (reference: streams §4.5). */
export const workerIdOf = (worker: Pick<WorkerIdentity, 'jobId' | 'workerIndex' | 'workerNumber'>): string =>
  `${worker.jobId}-worker-${worker.workerIndex}-${worker.workerNumber}`;

/** The body of postJobStatus (reference: streams §1.2). @param now ms since epoch */
export function statusBody(worker: WorkerIdentity, report: StatusReport, now: number) {
  return {
    jobId: worker.jobId,
    status: {
      jobId: worker.jobId,
      stageNum: worker.stage,
      workerIndex: worker.workerIndex,
      workerNumber: worker.workerNumber,
      type: report.type,
      message: report.message,
      state: report.state,
      hostname: worker.hostname,
      timestamp: now,
      reason: report.state === WorkerState.Failed ? 'Error' : 'Normal',
      payloads: report.payloads ?? [],
    },
  };
}
