/** The second part of the demo: a long-running streaming job with live output. */
import { say } from '../lib/console.mjs';
import { exampleFile } from '../lib/examples.mjs';
import { waitFor } from '../lib/network.mjs';
import { findByEnvironment, signal } from '../lib/processes.mjs';
import { call, chapter, check, collectEvents, portolan, send, tell, until } from './transcript.mjs';

const OWNER_USER = 'demo';

/** Returns the cluster definition of the example, with a name for this run. */
function definition(urls, name) {
  const body = exampleFile('sine-stream', 'cluster.json', urls.artifacts);
  return { ...body, jobDefinition: { ...body.jobDefinition, name, user: OWNER_USER } };
}

const workersOf = (record) => record.workerMetadataList;
const lastStage = (record) => Math.max(...workersOf(record).map((worker) => worker.stageNum));
const started = (record) => workersOf(record).every((worker) => worker.state === 'Started');

async function createAndSubmit(api, urls, name) {
  tell('A job cluster: the artifact (a zip that nodes fetch over HTTP), its stages and what each needs.');
  const body = definition(urls, name);
  await call('POST', `${api}/jobClusters`, 201, { body });
  await call('POST', `${api}/jobClusters`, 409, { body });
  tell('Submit a job of it.');
  const { stdout } = portolan(urls, 'stream', 'submit', name, '--user', OWNER_USER);
  const jobId = stdout.trim();
  check('its id is the cluster name and a number', jobId === `${name}-1`, jobId);
  return jobId;
}

async function followsItsOutput(urls, api, jobId, workers) {
  tell('The output of all workers of the last stage, merged into one stream.');
  const { stdout } = portolan(urls, 'stream', 'tail', jobId, '--limit', '3');
  check('three events', stdout.trim().split('\n').length === 3, stdout);
  const events = await collectEvents(`${api}/jobConnectbyid/${jobId}`, (all) => sources(all).size >= workers);
  check(`events of ${workers} sink workers arrive`, sources(events).size >= workers, [...sources(events)]);
}

/** Returns the sink workers that sent the events: the example's events contain `worker`. */
const sources = (events) =>
  new Set(events.flatMap((data) => (data.startsWith('{') ? [JSON.parse(data).worker] : [])));

async function replacesAKilledWorker(api, jobId, record) {
  tell('Kill one worker the hard way: it is replaced by one with a new number.');
  const victim = workersOf(record).find((worker) => worker.stageNum === lastStage(record));
  const number = String(victim.workerNumber);
  const found = findByEnvironment((env) => env.JOB_ID === jobId && env.WORKER_NUMBER === number);
  check('its processes run on this machine', found.length > 0);
  say(`$ kill -9 ${found.map(({ pid }) => pid).join(' ')}`);
  for (const record of found) signal(record, 'SIGKILL');
  const isSuccessor = ({ stageNum, workerIndex, workerNumber }) =>
    stageNum === victim.stageNum && workerIndex === victim.workerIndex && workerNumber > victim.workerNumber;
  const isReplaced = ({ json }) => started(json) && workersOf(json).some(isSuccessor);
  await until('a new worker has taken its place', `${api}/jobs/${jobId}`, isReplaced, { limitMs: 120_000 });
}

async function endsWithItsProcesses(urls, api, jobId) {
  tell('Killing the job ends all its processes.');
  portolan(urls, 'stream', 'kill', jobId, '--user', OWNER_USER, '--reason', 'demo');
  const isOver = ({ json }) => json.jobMetadata.state === 'Completed';
  await until('the job is Completed', `${api}/jobs/${jobId}`, isOver);
  const left = () => findByEnvironment((env) => env.JOB_ID === jobId);
  const areGone = () => left().length === 0;
  check('no process of it is left', await waitFor(areGone, { timeoutMs: 30_000, everyMs: 100 }), left());
}

async function firesByCron(api, urls, name) {
  tell('A cron spec (Quartz, six fields) starts jobs by itself: here every five seconds.');
  const body = definition(urls, name);
  body.jobDefinition = { ...body.jobDefinition, cronSpec: '0/5 * * * * ?', cronPolicy: 'KEEP_EXISTING' };
  await call('POST', `${api}/jobClusters`, 201, { body });
  const hasFired = ({ json }) => json.lastJobCount >= 1;
  const fired = await until('a job was started', `${api}/jobClusters/${name}`, hasFired);
  const { sla } = fired.json;
  check('min 0 and max 1, as for every cron', sla.min === 0 && sla.max === 1, sla);
  tell('Disabling the cluster stops the cron and its jobs.');
  const asked = { name, user: OWNER_USER };
  await call('POST', `${api}/jobClusters/${name}/actions/disableCluster`, 204, { body: asked });
  const noneLeft = ({ json }) => json.list.length === 0;
  await until('no job of it is active', `${api}/jobClusters/${name}/jobs`, noneLeft);
  await call('DELETE', `${api}/jobClusters/${name}?user=${OWNER_USER}`, 202);
}

export async function streamsDemo(urls, run) {
  chapter('A streaming job with live output (streaming control, /api/v1)');
  const api = `${urls.streams}/api/v1`;
  const name = `DemoSine${run}`;
  const jobId = await createAndSubmit(api, urls, name);
  const isLaunched = ({ json }) => json.jobMetadata.state === 'Launched';
  const { json } = await until('all workers have started: Launched', `${api}/jobs/${jobId}`, isLaunched);
  const sinks = workersOf(json).filter((worker) => worker.stageNum === lastStage(json)).length;
  portolan(urls, 'stream', 'get', jobId);
  await followsItsOutput(urls, api, jobId, sinks);
  await replacesAKilledWorker(api, jobId, json);
  await followsItsOutput(urls, api, jobId, sinks);
  await endsWithItsProcesses(urls, api, jobId);
  await firesByCron(api, urls, `DemoCron${run}`);
  const { json: cluster } = await send('GET', `${api}/jobClusters/${name}`);
  check('the cluster remembers how many jobs it had', cluster.lastJobCount === 1, cluster);
  return name;
}
