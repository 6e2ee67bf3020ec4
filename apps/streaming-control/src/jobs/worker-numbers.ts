/** Numbers are handed out in blocks; what a client sees as "next" is the end of the block (reference: streams §4.5). */
const BLOCK = 10;

/** `nextWorkerNumberToUse` of the job record, from the number that the next worker really gets. */
export function shownNextWorkerNumber(next: number): number {
  return Math.max(1, Math.ceil((next - 1) / BLOCK)) * BLOCK;
}

/** One worker of a job that begins. */
export interface WorkerSlot {
  stageNum: number;
  workerIndex: number;
  workerNumber: number;
}

/**
 * The workers of stages that start: stages in ascending order (0 first), indexes from 0 within each,
 * numbers strictly increasing over the whole job.
 */
export function workerSlots(
  stages: readonly { stageNum: number; workers: number }[],
  firstNumber: number,
): WorkerSlot[] {
  let workerNumber = firstNumber;
  return [...stages]
    .sort((left, right) => left.stageNum - right.stageNum)
    .flatMap(({ stageNum, workers }) =>
      Array.from({ length: workers }, (_, workerIndex) => ({
        stageNum,
        workerIndex,
        workerNumber: workerNumber++,
      })),
    );
}

/** `<jobId>-worker-<index>-<number>`. */
export const workerId = (worker: { jobId: string; workerIndex: number; workerNumber: number }): string =>
  `${worker.jobId}-worker-${worker.workerIndex}-${worker.workerNumber}`;
