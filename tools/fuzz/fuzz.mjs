/** The whole run: starts the services, sends each its requests, and reports the responses. */
import { waitFor, Gateway } from '../lib/network.mjs';
import { Failure, say, step } from '../lib/console.mjs';
import { REPLICAS, provokeByReplica, provokeByRequest, provokeOutage } from './provoke.mjs';
import { ServiceRun } from './run.mjs';
import { history } from './services/history.mjs';
import { jobs } from './services/jobs.mjs';
import { streams } from './services/streams.mjs';
import { Bench } from '../../bench/lib/system.mjs';
import { programOf } from '../lib/build.mjs';
import { serveExample } from '../lib/examples.mjs';
import { LOOPBACK, SERVICES } from '../lib/settings.mjs';
import { databaseServer } from '../lib/test-data.mjs';
import { withUndo } from '../lib/commands.mjs';

const PROFILES = { history, jobs, streams };
/** Minimum shares of requests that reach a handler, and that succeed. */
const REACHED_GOAL = 0.6;
const SUCCEEDED_GOAL = 0.2;
const TOLD_FAULTS = 40;

async function until(what, probe) {
  const came = await waitFor(() => probe().catch(() => false), { timeoutMs: 60_000 });
  if (!came) throw new Failure(`not within 60 s: ${what}`);
}

export async function fuzz({ keys, requests, seed }) {
  const problems = [];
  for (const key of keys) {
    const system = await FuzzSystem.create();
    const run = () => fuzzService(PROFILES[key], system, { requests, seed });
    problems.push(...(await withUndo(() => system.end(), run)));
  }
  return problems;
}

async function fuzzService(profile, system, { requests, seed }) {
  const run = await step(`Starting ${profile.services.join(' and ')}`, async () => {
    const artifact =
      profile.key === 'streams' ? await serveExample(system, 'artifacts', 'sine-stream') : undefined;
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
  await run.client.close();
  return report(run);
}

function report({ profile, document, coverage }) {
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

class FuzzSystem extends Bench {
  #gateway;
  #settings = new Map();

  static async create() {
    const system = new FuzzSystem();
    const { hostname: host, port } = new URL(databaseServer());
    system.#gateway = await new Gateway({ host, port: Number(port || 3306) }).listen();
    return system;
  }

  async database(name) {
    const url = new URL(await super.database(name));
    url.host = `${LOOPBACK}:${this.#gateway.port}`;
    return url.href;
  }

  async serve(name, args, options) {
    this.#settings.set(name, options.env);
    return super.serve(name, args, options);
  }

  async replica(key, env) {
    const { app, nodeFlags } = SERVICES.find((one) => one.key === key);
    const { PUBLIC_URL: _, ...settings } = this.#settings.get(app);
    const options = { env: { ...settings, ROLES: 'api', ...env }, path: '/health/ready' };
    return super.serve(`${app}-replica`, [...nodeFlags, programOf(app, 'main')], options);
  }

  async withoutDatabase(work) {
    this.#gateway.cut();
    try {
      return await work();
    } finally {
      this.#gateway.mend();
    }
  }

  async end() {
    await super.end();
    this.#gateway.close();
  }
}
