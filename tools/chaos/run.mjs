import { setTimeout as sleep } from 'node:timers/promises';
import { onSignal } from '../lib/commands.mjs';
import { Failure, dim, say, seconds } from '../lib/console.mjs';
import { freePort } from '../lib/network.mjs';
import * as checks from './checks.mjs';
import { Crawls } from './crawls.mjs';
import { makeDisk, makeNetwork } from './machine.mjs';
import { Faults, leftOut } from './faults.mjs';
import { Graph } from './graph.mjs';
import { LATE_MS, checkGraph } from './graph-checks.mjs';
import { COMMON, Jobs } from './jobs.mjs';
import { FORMS, KINDS, jobPlans, schedule } from './plan.mjs';
import { LIMIT_MS, Probes } from './probes.mjs';
import { Random } from '../lib/random.mjs';
import { printVerdicts, table } from './report.mjs';
import { makeMysql, makeRedis, World } from './world.mjs';
import { Streams } from './streams.mjs';
import { System } from './system.mjs';

const RECOVERY_LIMIT_MS = 60_000;
/** Idle time at the end of a run after which a stream counts as lost, ms. */
const QUIET_MS = 8000;

/** @returns whether all checks passed */
export async function runChaos({ form, seed, only, keep }) {
  const world = new World();
  const interrupt = () => world.interrupted?.(new Failure('interrupted'));
  onSignal(interrupt);
  // All started processes must end after any error.
  for (const name of ['unhandledRejection', 'uncaughtException'])
    process.on(name, (error) => world.interrupted?.(error));
  const interrupted = new Promise((_, reject) => (world.interrupted = reject));
  try {
    say(`${form} run, seed ${seed}; logs in ${world.logs}`);
    const verdicts = await Promise.race([chaos(world, { form, seed, only }), interrupted]);
    const failed = verdicts.filter(([, problems]) => problems.length > 0).length;
    await world.end({ keepLogs: keep || failed > 0 });
    say(`${verdicts.length - failed} passed, ${failed} failed`);
    return failed === 0;
  } catch (error) {
    await world.end({ keepLogs: true });
    throw error;
  }
}

async function chaos(world, { form, seed, only }) {
  const began = performance.now();
  const log = (text) => say(`${dim(seconds(performance.now() - began).padStart(8))} ${text}`);
  const network = await makeNetwork(world);
  const disk = await makeDisk(world, 'node-1');
  const mysql = await makeMysql(world, network.host);
  const redis = await makeRedis(world, network.host);
  const system = new System(world, { mysql, redis, network, disk });
  const parts = await load(world, system, { form, seed, network });
  log('two replicas of each service and two nodes are ready');
  const { jobs, graph, streams, crawls } = parts;
  const faults = new Faults(system, {
    say: log,
    workers: async () => {
      streams.killWorker();
      await streams.endOne();
    },
  });
  const probes = new Probes(system, faults, { host: network.host, requests: requests(parts) });
  probes.begin(await freePort(network.host));
  const submitting = jobs.submitAll();
  submitting.catch(() => undefined);
  const graphBegun = graph.begin();
  graphBegun.catch(() => undefined);
  const left = leftOut(system);
  for (const [kind, reason] of Object.entries(left)) say(`left out: ${kind} (${reason})`);
  const unwanted = Object.keys(KINDS).filter((kind) => only && !only.includes(kind));
  await sleep(2000);
  const unrecovered = [];
  for (const fault of schedule(form, seed, [...Object.keys(left), ...unwanted])) {
    await faults.bring(fault, async () => {
      if (!(await probes.recovered(RECOVERY_LIMIT_MS))) unrecovered.push(`after "${fault.kind}"`);
    });
    await sleep(fault.pauseMs);
  }
  log('no more faults');
  await Promise.all([submitting, graphBegun]);
  await graph.end();
  log(`${jobs.accepted.length} jobs were accepted`);
  const { settleMs } = FORMS[form];
  const [open, openOfGraph, lacking, unseen] = await Promise.all([
    jobs.settled(settleMs),
    graph.settled(settleMs),
    streams.settled(settleMs),
    crawls.settled(settleMs),
  ]);
  log('settled');
  await sleep(QUIET_MS);
  const quiet = checks.checkClients(streams, QUIET_MS);
  await probes.end();
  const found = { open, openOfGraph, lacking, unseen, quiet, unrecovered, left };
  const verdicts = await verify({ world, system, parts, found, probes, faults });
  await Promise.all(streams.clients.map((client) => client.close()));
  log('checked');
  return verdicts;
}

async function load(world, system, { form, seed, network }) {
  const { host } = network;
  const { streamJobs, documents } = FORMS[form];
  const crawls = new Crawls(world, { host, count: documents, random: new Random(seed + 2) });
  await system.start(await crawls.serve());
  const plans = jobPlans(form, seed);
  const jobs = new Jobs(world, system.urls('jobs'), { host, plans, random: new Random(seed + 3) });
  const graph = new Graph(world, system.urls('jobs'), { form: FORMS[form].graph, tags: COMMON.tags });
  const streams = new Streams(world, system.urls('streams'), {
    host,
    count: streamJobs,
    random: new Random(seed + 4),
  });
  await Promise.all([jobs.prepare(), streams.prepare()]);
  const lacking = await streams.settled(120_000);
  if (lacking.length > 0) throw new Failure(`the streaming jobs did not start: ${lacking.join('; ')}`);
  await streams.connect();
  crawls.begin(system.urls('history'));
  return { jobs, graph, streams, crawls };
}

/** The requests of probes by service: reads and writes, with their expected statuses. */
function requests({ jobs, streams }) {
  const anyJob = () => jobs.accepted[Math.floor(Math.random() * jobs.accepted.length)]?.id ?? 'none';
  const user = 'chaos';
  const get =
    (path, ...expected) =>
    () => ({ path, expected });
  const getJob = (rest) => () => ({ path: `/api/v3/jobs/${anyJob()}${rest}`, expected: [200, 404] });
  const post =
    (path, body, ...expected) =>
    () => ({ method: 'POST', path, body, expected });
  const things = '/api/v2/lab/things';
  const label = { name: streams.cron.name, user, labels: [{ name: 'probed', value: 'yes' }] };
  return {
    history: ['', '/thing-0;_all', ';_since=0;_expand'].map((rest) => get(`${things}${rest}`, 200)),
    jobs: [
      get('/api/v3/jobs?size=5', 200),
      getJob(''),
      get('/api/v3/commands/chaos', 200),
      getJob('/output/stdout'),
      post('/api/v3/clusters', { id: 'chaos', name: 'chaos', user, version: '1', status: 'UP' }, 409),
      () => jobs.probe(),
    ],
    streams: [
      ...['jobClusters', 'jobs?pageSize=5', 'agentClusters'].map((path) => get(`/api/v1/${path}`, 200)),
      post(`/api/v1/jobClusters/${streams.cron.name}/actions/updateLabel`, label, 204),
    ],
  };
}

/** Checks the results of the run. @returns each statement with its contradictions */
async function verify({ world, system, parts, found, probes, faults }) {
  const { jobs, graph, streams, crawls } = parts;
  const graphed = await checkGraph(graph, system.databaseUrl('jobs'), faults.done);
  const outcome = await checks.checkJobs(jobs, system.databaseUrl('jobs'), faults.done);
  const archives = await checks.checkArchives(jobs);
  const cron = await checks.checkCron(streams, system.databaseUrl('streams'));
  const revisions = await checks.checkRevisions(crawls);
  const refused = jobs.refused.map(({ id, status, text }) => `${id}: ${status} ${text}`);
  const calls = ({ id }) => JSON.stringify(jobs.calls.get(id) ?? []);
  const open = found.open.map(
    (job) => `${job.id}: ${job.last?.status} ${job.execution?.archiveStatus} ${calls(job)}`,
  );
  const verdicts = [
    ['all submissions were accepted', refused],
    ['every accepted job has ended, its webhook is delivered, its archive made', open],
    ['every accepted job is terminal exactly once', outcome.wrong.terminal],
    ['no process ran twice', outcome.wrong.once],
    ['every outcome is that of the process', outcome.wrong.outcome],
    ['archives hold what was printed', archives.wrong],
    ['webhooks report the end, always the same', checks.checkWebhooks(jobs)],
    ['status streams report every change once, in order', checks.checkFollowed(jobs)],
    ['every job that waits for others, every element, attempt and fire is over', found.openOfGraph],
    ['dependent jobs, elements and jobs of schedules have ended exactly once', graphed.wrong.ends],
    ['attempts follow one another, one process each, and end with a success', graphed.wrong.attempts],
    ['jobs began when all that they depend on had ended', graphed.wrong.order],
    ['no element is lost or doubled, the array ended with the last', graphed.wrong.array],
    ['every fire is recorded once, none is lost', graphed.wrong.fires],
    ['every fire that started has one job, which ran once', graphed.wrong.fired],
    ['jobs of a schedule do not overlap', graphed.wrong.overlap],
    [`fires are late by at most the outage and ${seconds(LATE_MS)}`, graphed.wrong.late],
    ['SLA minimums are back, every worker runs', found.lacking],
    ['no process is left over or doubled', checks.checkProcesses(streams, world)],
    ['cron fired at most once in each window', cron.wrong],
    ['every stream client was notified or reconnected', found.quiet],
    ['the last change of every document is seen', found.unseen],
    ['no revision is missing or doubled', revisions.wrong],
    ['the change feed reported everything once, in order', checks.checkFeed(crawls)],
    [`every request was answered within ${seconds(LIMIT_MS)}, 503 with Retry-After`, probes.wrong],
    [`everything was ready within ${seconds(RECOVERY_LIMIT_MS)} after each fault`, found.unrecovered],
  ];
  const { left } = found;
  table({ jobs, streams, crawls, probes, faults, left, outcome, archives, graphed, cron, revisions });
  printVerdicts(verdicts);
  return verdicts;
}
