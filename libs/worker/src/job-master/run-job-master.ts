import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { EnvironmentError, errorText, ExitCode } from '../errors';
import { Heartbeat } from '../heartbeat';
import { metricsText, processMetrics, serveMetrics, type WorkerCounts } from '../metrics';
import { runtimeNumber, type GivenParameter } from '../parameters';
import { sampleUsage } from '../process-usage';
import { StatusReporter } from '../status-reporter';
import { readWorkerEnvironment, type WorkerEnvironment } from '../worker-environment';
import { WorkerState, workerIdOf, type StatusReport } from '../worker-status';
import { JobMaster } from './job-master';
import { readUserMetric, USER_METRIC_PARAMETER, type UserMetric } from './scaling-policy';

/** How often workers are looked at, ms; a parameter of the job changes it. */
const INTERVAL_PARAMETER = 'svc.jobmaster.autoscale.intervalMs';
const INTERVAL_MS = 30_000;
const SHORTEST_INTERVAL_MS = 100;

/** Its share of a stopping process is nothing but closing sockets. */
const EXIT_MS = 900;

/** A job master moves no events. */
const NO_EVENTS: WorkerCounts = {
  eventsIn: 0,
  eventsOut: 0,
  eventsDropped: 0,
  inputDropped: 0,
  eventsMalformed: 0,
  clients: 0,
  upstreamConnections: 0,
  bytesRead: 0,
  bytesWritten: 0,
};

/**
 * Runs this process as the job master of a job: the worker of stage 0 (reference: streams §4.4). It reports to the
 * platform as every worker does and scales the job's stages until it is told to stop.
 *
 * @param environment that of a worker with `STAGE_NUM` 0
 */
export async function runJobMaster(environment: NodeJS.ProcessEnv): Promise<void> {
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
  if (env.masterUrl === undefined) throw new EnvironmentError('MASTER_URL', 'is not set');
  const master = new JobMaster({
    jobId: env.jobId,
    masterUrl: withToken(env.masterUrl, env.accessToken),
    userMetric: userMetric(env.parameters, log),
    log,
  });
  const reporter = new StatusReporter({ url: env.statusUrl, worker: { ...env, hostname: hostname() }, log });
  const say = (state: WorkerState, text: string): StatusReport => ({
    type: 'INFO',
    state,
    message: `${workerIdOf(env)} ${text}`,
  });
  reporter.post(say(WorkerState.StartInitiated, 'is beginning'));
  const closeMetrics =
    env.ports.metrics === undefined
      ? () => undefined
      : await serveMetrics(env.ports.metrics, env.bindAddress, () => ownMetrics(env, master));
  const heartbeat = new Heartbeat(false, limitsOf(env), () => NO_EVENTS);
  const beating = setInterval(() => reporter.postLatest(() => heartbeat.next()), env.heartbeatMs);
  const pause = runtimeNumber(env.parameters, INTERVAL_PARAMETER, INTERVAL_MS);
  // Two that scale the same stages would add twice as much: of a stage 0 with several workers the first one acts.
  const sample = env.workerIndex === 0 ? () => master.sample() : () => Promise.resolve();
  const sampling = repeat(sample, Math.max(SHORTEST_INTERVAL_MS, pause));
  reporter.post(say(WorkerState.Started, 'running'));
  const stop = () => {
    clearInterval(beating);
    sampling.stop();
    master.close();
    reporter.close();
    closeMetrics();
    setTimeout(() => process.exit(ExitCode.Done), EXIT_MS).unref();
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

/** With the token in the query, as in the other addresses of a worker; without one nobody asks for it. */
function withToken(address: string, token: string | undefined): URL {
  const url = new URL(address);
  if (token !== undefined) url.searchParams.set('access_token', token);
  return url;
}

/** Does the work now and again after each pause, never twice at the same time. */
function repeat(work: () => Promise<void>, pauseMs: number): { stop: () => void } {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const turn = async (): Promise<void> => {
    await work();
    if (!stopped) timer = setTimeout(() => void turn(), pauseMs);
  };
  void turn();
  return {
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

function userMetric(
  parameters: readonly GivenParameter[],
  log: (message: string) => void,
): UserMetric | undefined {
  const text = parameters.findLast(({ name }) => name === USER_METRIC_PARAMETER)?.value;
  if (text == null) return undefined;
  const metric = readUserMetric(String(text));
  if (!metric) log(`${USER_METRIC_PARAMETER} must be <group>::<name>::<MAX|AVERAGE>, not "${String(text)}"`);
  return metric;
}

const limitsOf = ({ schedulingInfo }: WorkerEnvironment) => ({
  cpuCores: schedulingInfo.stages.get(0)?.cpuCores,
  memoryMB: schedulingInfo.stages.get(0)?.memoryMB,
});

/** What the process uses, then what it saw: the values that policies are compared with. */
function ownMetrics({ jobId, workerNumber }: WorkerEnvironment, master: JobMaster): string {
  const seen = master.stages.flatMap(({ stage, values }) =>
    Object.entries(values).map(([reason, value]) => ({
      name: 'job_master_stage_value',
      type: 'gauge' as const,
      help: 'What was measured last, in the unit of the policies.',
      value,
      labels: { stage, reason },
    })),
  );
  return metricsText([...processMetrics(sampleUsage(0)), ...seen], { job: jobId, worker: workerNumber });
}
