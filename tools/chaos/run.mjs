/** One run from the first process to the last check. */
import process from 'node:process';
import { Failure, dim, green, red, say, seconds } from '../lib/console.mjs';
import { freePort } from '../lib/network.mjs';
import {
  checkArchives,
  checkClients,
  checkCron,
  checkFeed,
  checkFollowed,
  checkJobs,
  checkProcesses,
  checkRevisions,
  checkWebhooks,
} from './checks.mjs';
import { Crawls } from './crawls.mjs';
import { makeDisk } from './disk.mjs';
import { Faults, leftOut } from './faults.mjs';
import { Jobs } from './jobs.mjs';
import { makeNetwork } from './network.mjs';
import { FORMS, KINDS, jobPlans, schedule } from './plan.mjs';
import { LIMIT_MS, Probes } from './probes.mjs';
import { Random } from './random.mjs';
import { Verdicts, table } from './report.mjs';
import { makeMysql, makeRedis } from './servers.mjs';
import { Streams } from './streams.mjs';
import { System } from './system.mjs';
import { World, sleep } from './world.mjs';

/** After a fault all has to answer again within this, ms. */
const RECOVERY_LIMIT_MS = 60_000;
/** A stream that has been quiet for so long at the end has lost its client, ms. */
const QUIET_MS = 8000;

/** @returns whether all checks passed */
export async function runChaos({ form, seed, only, keep }) {
  const world = new World();
  const interrupt = () => world.interrupted?.(new Failure('interrupted'));
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(name, interrupt);
  // Whatever fails unseen: what was started has to end all the same.
  for (const name of ['unhandledRejection', 'uncaughtException'])
    process.on(name, (error) => world.interrupted?.(error));
  let passed = false;
  const interrupted = new Promise((_, reject) => (world.interrupted = reject));
  try {
    say(`${form} run, seed ${seed}; logs in ${world.logs}`);
    const verdicts = await Promise.race([chaos(world, { form, seed, only }), interrupted]);
    passed = verdicts.failed === 0;
    await world.end({ keepLogs: keep || !passed });
    say(`${verdicts.passed} passed, ${verdicts.failed} failed`);
    return passed;
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
  const { jobs, streams, crawls } = parts;
  const faults = new Faults(system, {
    say: log,
    workers: async () => {
      streams.killWorker();
      await streams.endOne();
    },
  });
  const probes = new Probes(system, faults, { host: network.host, ...requests(parts) });
  probes.begin(await freePort(network.host));
  const submitting = jobs.submitAll();
  submitting.catch(() => undefined);
  const left = leftOut(system);
  for (const [kind, reason] of Object.entries(left)) say(`left out: ${kind} (${reason})`);
  const unwanted = Object.keys(KINDS).filter((kind) => only && !only.includes(kind));
  await sleep(2000);
  const verdicts = new Verdicts();
  const unrecovered = [];
  for (const fault of schedule(form, seed, [...Object.keys(left), ...unwanted])) {
    await faults.bring(fault, async () => {
      if (!(await probes.recovered(RECOVERY_LIMIT_MS))) unrecovered.push(`after "${fault.kind}"`);
    });
    await sleep(fault.pauseMs);
  }
  log('no more faults');
  await submitting;
  log(`${jobs.accepted.length} jobs were accepted`);
  const { settleMs } = FORMS[form];
  const [open, lacking, unseen] = await Promise.all([
    jobs.settled(settleMs),
    streams.settled(settleMs),
    crawls.settled(settleMs),
  ]);
  log('settled');
  await sleep(QUIET_MS);
  const quiet = checkClients(streams, QUIET_MS);
  await probes.end();
  await verify({
    world,
    system,
    parts,
    verdicts,
    found: { open, lacking, unseen, quiet, unrecovered, left },
    probes,
    faults,
  });
  await Promise.all(streams.clients.map((client) => client.close()));
  log('checked');
  return verdicts;
}

/** Starts the system and what it works on. */
async function load(world, system, { form, seed, network }) {
  const { host } = network;
  const { streamJobs, documents } = FORMS[form];
  const crawls = new Crawls(world, { host, count: documents, random: new Random(seed + 2) });
  await system.start(await crawls.serve());
  const plans = jobPlans(form, seed);
  const jobs = new Jobs(world, system.urls('jobs'), { host, plans, random: new Random(seed + 3) });
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
  return { jobs, streams, crawls };
}

/** What probes ask: reads and writes of each service, with the answers that are right. */
function requests({ jobs, streams }) {
  const api = '/api/v3';
  const anyJob = () => jobs.accepted[Math.floor(Math.random() * jobs.accepted.length)]?.id ?? 'none';
  const user = 'chaos';
  return {
    paths: {
      history: ['', '/thing-0;_all', ';_since=0;_expand'].map((rest) => ({
        path: `/api/v2/lab/things${rest}`,
        expected: [200],
      })),
      jobs: [
        { path: `${api}/jobs?size=5`, expected: [200] },
        { path: () => `${api}/jobs/${anyJob()}`, expected: [200, 404] },
        { path: `${api}/commands/chaos`, expected: [200] },
        { path: () => `${api}/jobs/${anyJob()}/output/stdout`, expected: [200, 404] },
      ],
      streams: [
        { path: '/api/v1/jobClusters', expected: [200] },
        { path: '/api/v1/jobs?pageSize=5', expected: [200] },
        { path: '/api/v1/agentClusters', expected: [200] },
      ],
    },
    writes: {
      jobs: [
        {
          method: 'POST',
          path: `${api}/clusters`,
          body: { id: 'chaos', name: 'chaos', user, version: '1', status: 'UP' },
          expected: [409],
        },
        () => jobs.probe(),
      ],
      streams: [
        {
          method: 'POST',
          path: `/api/v1/jobClusters/${streams.cron.name}/actions/updateLabel`,
          body: { name: streams.cron.name, user, labels: [{ name: 'probed', value: 'yes' }] },
          expected: [204],
        },
      ],
    },
  };
}

async function verify({ world, system, parts, verdicts, found, probes, faults }) {
  const { jobs, streams, crawls } = parts;
  const outcome = await checkJobs(jobs, system.databaseUrl('jobs'), faults.done);
  const archives = await checkArchives(jobs);
  const cron = await checkCron(streams, system.databaseUrl('streams'));
  const revisions = await checkRevisions(crawls);
  verdicts.add(
    'all submissions were accepted',
    jobs.refused.map(({ id, status, text }) => `${id}: ${status} ${text}`),
  );
  verdicts.add(
    'every accepted job is over, its webhook heard, its archive made',
    found.open.map(
      (job) =>
        `${job.id}: ${job.last?.status} ${job.execution?.archiveStatus} ${JSON.stringify(jobs.calls.get(job.id) ?? [])}`,
    ),
  );
  verdicts.add('every accepted job is terminal exactly once', outcome.wrong.terminal);
  verdicts.add('no process ran twice', outcome.wrong.once);
  verdicts.add('every outcome is what the process really did', outcome.wrong.outcome);
  verdicts.add('archives hold what was printed', archives.wrong);
  verdicts.add('webhooks tell of the end, always of the same', checkWebhooks(jobs));
  verdicts.add('status streams tell every change once, in order', checkFollowed(jobs));
  verdicts.add('SLA minimums are back, every worker runs', found.lacking);
  verdicts.add('no process is left over, none is there twice', checkProcesses(streams, world));
  verdicts.add('cron fired at most once in each window', cron.wrong);
  verdicts.add('every stream client was told or reconnected', found.quiet);
  verdicts.add('the last change of every document is seen', found.unseen);
  verdicts.add('no revision is missing or doubled', revisions.wrong);
  verdicts.add('the change feed told everything once, in order', checkFeed(crawls));
  verdicts.add(`every request was answered within ${seconds(LIMIT_MS)}, 503 with Retry-After`, probes.wrong);
  verdicts.add(`all answers well within ${seconds(RECOVERY_LIMIT_MS)} after each fault`, found.unrecovered);
  table({ jobs, streams, crawls, probes, faults, left: found.left, outcome, archives, cron, revisions });
  for (const { title, problems } of verdicts.list) {
    say(`${problems.length === 0 ? green('ok') : red('FAILED')} ${title}`);
    for (const problem of problems.slice(0, 12)) say(`    ${problem}`);
    if (problems.length > 12) say(`    … ${problems.length - 12} more`);
  }
}
