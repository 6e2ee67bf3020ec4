import { readFileSync } from 'node:fs';
import { errorText, ExitCode } from '../job/errors';
import type { Job } from '../job/job';
import { readWorkerEnvironment, workerIdOf } from '../platform/worker-environment';
import { Worker } from './worker';

/** Time limit for a stopping or finished worker to close before its process exits, ms. */
const EXIT_MS = 900;

/**
 * Runs this process as one worker of `job`: the whole main program of a streaming job. Ends the process with the code 0 when
 * the work is done or on SIGTERM or SIGINT, 1 when the pipeline failed, 64 when the job cannot run as submitted, 78 when the
 * environment is not that of a worker ({@link ExitCode}). @param environment usually `process.env`
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
      log('the job has left handles open; ending the process anyway');
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
  // The runtime has closed everything. Handles that the job left open must not keep the process alive.
  exitLater().unref();
}
