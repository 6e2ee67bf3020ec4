/**
 * `npm run drill -- backup`: real work in three databases, a backup while more comes in, the loss of everything, a restore,
 * and then the same answers as before. On databases of its own: what runs on this machine is left alone.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { check, chapter, tell } from '../demo/transcript.mjs';
import { ensureBuild } from '../lib/build.mjs';
import { run } from '../lib/commands.mjs';
import { Failure, say, seconds } from '../lib/console.mjs';
import { exampleFile } from '../lib/example-files.mjs';
import { waitFor } from '../lib/network.mjs';
import { addresses, release, up } from '../lib/servers.mjs';
import { ROOT } from '../lib/settings.mjs';
import { databaseServer } from '../lib/test-data.mjs';
import { BackupSystem } from './backup-system.mjs';
import { DrillJobs } from './jobs.mjs';

const JOBS = 12;
const LIMIT_MS = 120_000;
const JSON_TYPE = { 'content-type': 'application/json' };

async function ask(url, init) {
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(20_000) });
  return { status: response.status, body: await response.text() };
}

async function post(url, body) {
  const answer = await ask(url, { method: 'POST', headers: JSON_TYPE, body: JSON.stringify(body) });
  if (answer.status >= 300) throw new Failure(`POST ${url} answered ${answer.status}: ${answer.body}`);
}

/** Every job that is over, the registry, a streaming job cluster, and the recorded cloud with its past. */
async function fill(system) {
  const jobs = await DrillJobs.submit(system.url('jobs'), JOBS, (i) => ({ lines: 0, exitCode: i % 3 }));
  await jobs.endAsTheyShould();
  await post(
    `${system.url('streams')}/api/v1/jobClusters`,
    exampleFile('sine-stream', 'cluster.json', 'http://127.0.0.1:1'),
  );
  const past = `${system.url('history')}/api/v2/cloud/instances;_all`;
  let last = '';
  const settled = await waitFor(
    async () => {
      const { status, body } = await ask(past);
      const same = status === 200 && body.length > 10 && body === last;
      last = body;
      return same;
    },
    { timeoutMs: LIMIT_MS, everyMs: 5000 },
  );
  if (!settled) throw new Failure('the recorded cloud was not replayed');
}

/** What the APIs say of it: address and answer. */
async function answersOf(system, ids) {
  const jobs = `${system.url('jobs')}/api/v3`;
  const history = `${system.url('history')}/api/v2/cloud`;
  const streams = `${system.url('streams')}/api/v1`;
  const urls = [
    ...ids.flatMap((id) => [
      `${jobs}/jobs/${id}`,
      `${jobs}/jobs/${id}/request`,
      `${jobs}/jobs/${id}/selection`,
    ]),
    `${jobs}/clusters`,
    `${jobs}/commands`,
    `${streams}/jobClusters`,
    `${history}/instances`,
    `${history}/instances;_expand`,
    `${history}/instances;_all;_expand`,
  ];
  return Promise.all(urls.map(async (url) => ({ url, ...(await ask(url)) })));
}

async function listJobs(system, filter) {
  const { body } = await ask(`${system.url('jobs')}/api/v3/jobs?size=1000&${filter}`);
  return JSON.parse(body)._embedded?.jobSearchResultList ?? [];
}

/** Submits jobs until it is told to stop. */
function keepSubmitting(system) {
  const stopping = new AbortController();
  const done = (async () => {
    let count = 0;
    while (!stopping.signal.aborted) {
      await DrillJobs.submit(system.url('jobs'), 1, () => ({ lines: 1, exitCode: 0 }));
      count += 1;
    }
    return count;
  })();
  return async () => {
    stopping.abort();
    return done;
  };
}

async function tool(name, args, system) {
  say(`$ npm run ${name} -- ${args.join(' ')}`);
  const { code, tail } = await run(process.execPath, [join('tools', `${name}.mjs`), ...args], {
    cwd: ROOT,
    env: { ...process.env, ...system.addresses() },
  });
  return { ok: code === 0, text: tail.join('\n') };
}

/** One bit of one file is turned, and back again. */
async function refusesDamage(folder, system) {
  const file = join(folder, 'jobs', 'jobs.sql.gz');
  const bytes = readFileSync(file);
  const damaged = Buffer.from(bytes);
  damaged[damaged.length >> 1] ^= 1;
  writeFileSync(file, damaged);
  const { ok, text } = await tool('restore', ['--from', folder], system);
  writeFileSync(file, bytes);
  check('a damaged file is found before anything is written', !ok && text.includes('jobs.sql.gz'), text);
}

async function drill(system) {
  const begun = Date.now();
  const folder = join(system.folder, `backup-${randomBytes(3).toString('hex')}`);
  chapter('Three services do real work');
  await system.create();
  await system.start();
  await fill(system);
  const ids = (await listJobs(system, '')).map(({ id }) => id);
  const before = await answersOf(system, ids);
  check(
    `${before.length} answers are kept`,
    before.every(({ status }) => status === 200),
  );

  chapter('A backup while jobs come in');
  const stop = keepSubmitting(system);
  const backup = await tool('backup', ['--to', folder], system);
  tell(`${await stop()} jobs were submitted meanwhile.`);
  check('the backup is whole', backup.ok, backup.text);
  const again = await tool('backup', ['--to', folder], system);
  check('a folder that has one is left alone', !again.ok && again.text.includes('not empty'), again.text);

  chapter('Everything is lost: services, databases, Redis');
  await system.destroy();

  chapter('The restore');
  await refusesDamage(folder, system);
  const restored = await tool('restore', ['--from', folder], system);
  check('the databases are filled', restored.ok, restored.text);
  const twice = await tool('restore', ['--from', folder], system);
  check(
    'databases that are not empty are left alone',
    !twice.ok && twice.text.includes('--replace'),
    twice.text,
  );
  const replaced = await tool('restore', ['--from', folder, '--replace'], system);
  check('unless they are to be replaced', replaced.ok, replaced.text);

  chapter('The services start and answer as before');
  await system.start();
  const after = await answersOf(system, ids);
  const differing = after.filter(({ body }, i) => body !== before[i].body);
  check(
    `${after.length} answers are the same`,
    differing.length === 0,
    JSON.stringify(differing[0])?.slice(0, 600),
  );
  const active = 'status=ACCEPTED&status=CLAIMED&status=INIT&status=RUNNING';
  const ended = await waitFor(async () => (await listJobs(system, active)).length === 0, {
    timeoutMs: LIMIT_MS,
    everyMs: 500,
  });
  check('jobs that were under way end', ended);
  const fresh = await DrillJobs.submit(system.url('jobs'), 3, () => ({ lines: 0, exitCode: 0 }));
  await fresh.endAsTheyShould();
  say(`\nNothing of the backup was lost, in ${seconds(Date.now() - begun)}.`);
}

export async function backupDrill() {
  const keeper = `drill-${process.pid}`;
  await up(keeper, process.pid);
  try {
    await ensureBuild();
    const system = new BackupSystem({ admin: databaseServer(), redis: addresses().redis });
    try {
      await drill(system);
    } finally {
      await system.remove();
    }
  } finally {
    await release(keeper);
  }
}
