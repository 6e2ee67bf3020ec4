import type { ExitCode } from '../src/job/errors';
import type { Job } from '../src/job/job';
import { freePort, type TestPlatform } from '../src/testing';
import { Worker } from '../src/runtime/worker';
import { readWorkerEnvironment } from '../src/platform/worker-environment';

export interface RunningWorker {
  readonly worker: Worker;
  readonly number: number;
  readonly port: number;
  readonly exit: Promise<ExitCode>;
  readonly log: string[];
}

/** Starts workers in this process and stops what a test left running. */
export class TestWorkers {
  private readonly running: RunningWorker[] = [];

  constructor(private readonly job: Job) {}

  async start(
    platform: TestPlatform,
    place: { stage: number; workerIndex: number; workerNumber: number; port?: number },
    variables: Record<string, string> = {},
  ): Promise<RunningWorker> {
    const port = place.port ?? (await freePort());
    const env = readWorkerEnvironment(
      { ...platform.environment({ ...place, port }), ...variables },
      () => '',
    );
    const log: string[] = [];
    const worker = new Worker(this.job, env, (line) => log.push(line));
    const running = { worker, number: place.workerNumber, port, exit: worker.run(), log };
    this.running.push(running);
    return running;
  }

  async stopAll(): Promise<void> {
    for (const { worker } of this.running) worker.stop();
    await Promise.all(this.running.splice(0).map(({ exit }) => exit));
  }
}
