import { readFileSync } from 'node:fs';
import { errorText, ExitCode } from './errors';
import type { Job } from './job';
import { Worker } from './worker';
import { readWorkerEnvironment } from './worker-environment';
import { workerIdOf } from './worker-status';

/** A worker that was told to stop, or is done, has so long before its process is ended the hard way. */
const EXIT_MS = 900;

/**
 * Runs this process as one worker of `job`: the whole main program of a streaming job.
 *
 * Reads what the platform says in the environment, reports to it, serves and reads events, and ends the process: with 0
 * when the work is done or on SIGTERM or SIGINT, 1 when the pipeline failed, 64 when the job cannot run as submitted,
 * 78 when the environment is not that of a worker ({@link ExitCode}).
 *
 * @param environment usually `process.env`
 */
export async function runWorker(job: Job, environment: NodeJS.ProcessEnv): Promise<void> {
  const log = (message: string) => process.stderr.write(`${new Date().toISOString()} ${message}\n`);
  let worker: Worker;
  try {
    const env = readWorkerEnvironment(environment, (path) => readFileSync(path, 'utf8'));
    worker = new Worker(job, env, (message) => log(`${workerIdOf(env)}: ${message}`));
  } catch (error) {
    log(errorText(error));
    process.exitCode = ExitCode.Environment;
    return;
  }
  const exitLater = () =>
    setTimeout(() => {
      log('something of the job is still open, ending the process all the same');
      process.exit();
    }, EXIT_MS);
  const stop = () => {
    process.exitCode = ExitCode.Done;
    exitLater().unref();
    worker.stop();
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  process.on('uncaughtException', (error) => worker.fail(error));
  process.exitCode = await worker.run();
  // Nothing of the runtime is open now. What the job itself left open must not keep the process.
  exitLater().unref();
}
