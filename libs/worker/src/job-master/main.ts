import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { EnvironmentError, errorText, ExitCode } from '../job/errors';
import { runtimeNumber } from '../job/parameters';
import { metricsText, NO_COUNTS, processMetrics, serveMetrics } from '../platform/metrics';
import { sampleUsage } from '../platform/resource-usage';
import { StatusReporter, WorkerState } from '../platform/status-reporter';
import { readWorkerEnvironment, workerIdOf, type WorkerEnvironment } from '../platform/worker-environment';
import { JobMaster } from './job-master';
import { readUserMetric, USER_METRIC_PARAMETER, type UserMetric } from './job-record';

/** Sampling interval, ms; a parameter of the job sets it. */
const INTERVAL_PARAMETER = 'svc.jobmaster.autoscale.intervalMs';
const INTERVAL_MS = 30_000;
const SHORTEST_INTERVAL_MS = 100;

/** Time limit of a stop, which only closes sockets, ms. */
const EXIT_MS = 900;

/**
 * Runs this process as the job master of a job: the worker of stage 0 (V1-SCALE-2). It reports to the platform like
 * every worker and scales the job's stages until it is stopped.
 */
async function runJobMaster(environment: NodeJS.ProcessEnv): Promise<void> {
  const write = (message: string) => process.stderr.write(`${new Date().toISOString()} ${message}\n`);
  try {
    const env = readWorkerEnvironment(environment, (path) => readFileSync(path, 'utf8'), 0);
    await start(env, (message) => write(`${workerIdOf(env)}: ${message}`));
  } catch (error) {
    write(errorText(error));
    process.exitCode = error instanceof EnvironmentError ? ExitCode.Environment : ExitCode.Failed;
  }
}

async function start(env: WorkerEnvironment, log: (message: string) => void): Promise<void> {
  const { jobId, masterUrl, accessToken, workerIndex, parameters } = env;
  if (masterUrl === undefined) throw new EnvironmentError('MASTER_URL', 'is not set');
  const userMetric = userMetricOf(env, log);
  const master = new JobMaster({ jobId, masterUrl: withToken(masterUrl, accessToken), userMetric, log });
  const reporter = new StatusReporter(env, log);
  reporter.post(reporter.info(WorkerState.StartInitiated, 'is beginning'));
  const closeMetrics = await serveMetrics(env, () => ownMetrics(env, master));
  // A job master moves no events.
  const stopBeating = reporter.beat(false, () => NO_COUNTS);
  const pause = runtimeNumber(parameters, INTERVAL_PARAMETER, INTERVAL_MS);
  // Only the first worker of stage 0 scales: two would both add the increment.
  const sample = workerIndex === 0 ? () => master.sample() : () => Promise.resolve();
  const stopping = new AbortController();
  void repeat(sample, Math.max(SHORTEST_INTERVAL_MS, pause), stopping.signal);
  reporter.post(reporter.info(WorkerState.Started, 'running'));
  const stop = () => {
    stopBeating();
    stopping.abort();
    master.close();
    reporter.close();
    closeMetrics();
    setTimeout(() => process.exit(ExitCode.Done), EXIT_MS).unref();
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

/** Adds the token to the query, as in the other addresses of a worker; without authentication there is no token. */
function withToken(address: string, token: string | undefined): URL {
  const url = new URL(address);
  if (token !== undefined) url.searchParams.set('access_token', token);
  return url;
}

/** Runs the work now and after each pause until the signal aborts, never twice at the same time. */
async function repeat(work: () => Promise<void>, pauseMs: number, signal: AbortSignal): Promise<void> {
  do await work();
  while (await delay(pauseMs, true, { signal }).catch(() => false));
}

function userMetricOf(env: WorkerEnvironment, log: (message: string) => void): UserMetric | undefined {
  const text = env.parameters.findLast(({ name }) => name === USER_METRIC_PARAMETER)?.value;
  if (text == null) return undefined;
  const metric = readUserMetric(String(text));
  if (!metric) log(`${USER_METRIC_PARAMETER} must be <group>::<name>::<MAX|AVERAGE>, not "${String(text)}"`);
  return metric;
}

/** Returns the usage of the process, then the values that policies are compared with. */
function ownMetrics({ jobId, workerNumber }: WorkerEnvironment, master: JobMaster): string {
  const seen = master.stages.flatMap(({ stage, values }) =>
    Object.entries(values).map(([reason, value]) => ({
      name: 'job_master_stage_value',
      type: 'gauge' as const,
      help: 'The last measured value, in the unit of the policies.',
      value,
      labels: { stage, reason },
    })),
  );
  return metricsText([...processMetrics(sampleUsage(0)), ...seen], { job: jobId, worker: workerNumber });
}

void runJobMaster(process.env);
