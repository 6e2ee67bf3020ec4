/** The whole run: services are started, each is sent its requests, and what came back is told. */
import { waitFor } from '../lib/network.mjs';
import { Failure } from '../lib/console.mjs';
import { provokeByReplica, provokeByRequest, provokeOutage } from './provoke.mjs';
import { REPLICAS } from './replicas.mjs';
import { ServiceRun } from './run.mjs';
import { history } from './services/history.mjs';
import { jobs } from './services/jobs.mjs';
import { streams } from './services/streams.mjs';
import { FuzzSystem, endOnExit } from './system.mjs';

const PROFILES = { history, jobs, streams };
/** Parts of the requests that must get as far as a handler, and succeed. */
const REACHED_GOAL = 0.6;
const SUCCEEDED_GOAL = 0.2;
const TOLD_FAULTS = 40;

async function until(what, probe) {
  const came = await waitFor(() => probe().catch(() => false), { timeoutMs: 60_000 });
  if (!came) throw new Failure(`not within 60 s: ${what}`);
}

/** @returns {Promise<string[]>} the problems that there were */
export async function fuzz({ keys, requests, seed }, out) {
  const problems = [];
  for (const key of keys) {
    const system = await FuzzSystem.create();
    endOnExit(system);
    try {
      problems.push(...(await fuzzService(PROFILES[key], system, { requests, seed }, out)));
    } finally {
      await system.end();
    }
  }
  return problems;
}

async function fuzzService(profile, system, { requests, seed }, { say, step }) {
  const run = await step(`Starting ${profile.services.join(' and ')}`, async () => {
    const artifact = profile.key === 'streams' ? await system.artifact() : undefined;
    const urls = await system.services(profile.services, { LOG_LEVEL: 'warn', ...profile.settings });
    return ServiceRun.open(profile, urls[profile.key], { artifact, until });
  });
  await step(`${requests} requests to ${profile.key}`, (progress) => run.random(requests, seed, progress));
  await step('What chance did not bring', async (progress) => {
    progress('by other requests');
    await provokeByRequest(run, seed);
    for (const { env, asks } of REPLICAS) {
      progress(`${Object.keys(asks).join(', ')} of another replica`);
      await provokeByReplica(run, await system.replica(profile.key, env), asks, seed);
    }
    progress('without a database');
    await provokeOutage(run, system, seed);
  });
  await run.close();
  return tell(run, say);
}

/** Prints what came. @returns the problems that there were */
function tell({ profile, document, coverage }, say) {
  const { sent, reached, succeeded, faults } = coverage;
  const percent = (count) => `${((100 * count) / sent).toFixed(1)} %`;
  const missing = document.operations.flatMap((one) =>
    coverage.missing(one).map((status) => `${one.id}: ${status} never came`),
  );
  const wrong = faults.map(
    ({ operation, what, example, count }) => `wrong (${count}): ${operation}: ${what}\n      ${example}`,
  );
  say(`\n${profile.key}: documented answers of ${document.operations.length} operations`);
  for (const line of coverage.table(document.operations)) say(line);
  for (const one of wrong.slice(0, TOLD_FAULTS)) say(`\n${one}`);
  if (wrong.length > TOLD_FAULTS) say(`\n… and ${wrong.length - TOLD_FAULTS} more`);
  say(
    `\n${profile.key}: ${sent} requests, ${percent(reached)} reached a handler, ${percent(succeeded)} succeeded; ` +
      `${missing.length} documented answers never came, ${wrong.length} faults`,
  );
  const low = [
    ...(reached / sent < REACHED_GOAL ? [`only ${percent(reached)} reached a handler`] : []),
    ...(succeeded / sent < SUCCEEDED_GOAL ? [`only ${percent(succeeded)} succeeded`] : []),
  ];
  return [...wrong, ...missing, ...low];
}
