/** The checks at the end of a run. Each returns a list of problems. */
import { environmentOf, findByEnvironment } from '../lib/processes.mjs';
import { withConnection } from '../lib/databases.mjs';
import { byWallClock, isExplained } from './plan.mjs';
import { FINAL, outputOf } from './jobs.mjs';

export const query = (url, sql, values) =>
  withConnection(url, async (connection) => (await connection.query(sql, values))[0]);

/** Batch jobs: each ended once, with one launch and the outcome of its process. */
export async function checkJobs(jobs, databaseUrl, faults) {
  const ran = jobs.ran();
  const brought = byWallClock(faults);
  const rows = await query(
    databaseUrl,
    'SELECT j.id, j.status, j.history, j.exit_code AS exitCode, (SELECT COUNT(*) FROM launches l WHERE l.subject = j.id) AS launches FROM jobs j WHERE j.user = ?',
    ['chaos'],
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  const launches = await launchesOf(databaseUrl);
  const wrong = { terminal: [], once: [], outcome: [] };
  const figures = { succeeded: 0, failed: 0, killed: 0, lost: 0, unknownExit: 0 };
  for (const job of jobs.accepted) {
    const row = byId.get(job.id);
    if (!row) {
      wrong.terminal.push(`${job.id}: not in the database`);
      continue;
    }
    wrong.terminal.push(...endedOnce(row, historyOf(row)));
    const steps = ran.get(job.id) ?? [];
    const begins = steps.filter((step) => step === 'begin').length;
    if (begins > 1 || Number(row.launches) !== 1)
      wrong.once.push(`${job.id}: ${begins} processes, ${row.launches} launches`);
    const ended = steps.includes('end');
    judge(job, { row, begins, ended, wrong, figures, excused: isExplained(brought, launches.get(job.id)) });
  }
  const known = new Set([...jobs.accepted.map(({ id }) => id), ...jobs.unsure]);
  for (const id of ran.keys()) if (!known.has(id)) wrong.once.push(`${id}: ran without having been accepted`);
  return { wrong, figures };
}

/** MariaDB returns JSON as text. */
export const parsed = (json) => (typeof json === 'string' ? JSON.parse(json) : json);

/** The states of a row of `jobs` as `{status, at}`, oldest first. */
export const historyOf = ({ history }) => parsed(history) ?? [];

/** Returns the problem of a job that has not ended exactly once. @param changes its states, as of {@link historyOf} */
export function endedOnce({ id, status }, changes) {
  const states = changes.map((change) => change.status);
  const ends = states.filter((state) => FINAL.includes(state));
  const isOnce = FINAL.includes(status) && ends.length === 1 && states.at(-1) === status;
  return isOnce ? [] : [`${id}: ${status}, history ${states.join(' ')}`];
}

async function launchesOf(databaseUrl) {
  const rows = await query(
    databaseUrl,
    'SELECT subject, node_id AS nodeId, claimed_at AS claimedAt, ended_at AS endedAt, end_reason AS end FROM launches',
  );
  return new Map(
    rows.map(({ subject, nodeId, claimedAt, endedAt, end }) => [
      subject,
      { nodeId, claimedAt: Number(claimedAt), endedAt: Number(endedAt), end: parsed(end) },
    ]),
  );
}

/** @param excused whether a fault of the run explains an outcome that differs from that of the process */
function judge(job, { row, begins, ended, wrong, figures, excused }) {
  const say = (problem) =>
    wrong.outcome.push(`${job.id}: ${problem} (${row.status} ${row.exitCode}, "${job.last?.statusMsg}")`);
  if (row.status === 'SUCCEEDED') {
    figures.succeeded += 1;
    if (begins !== 1 || !ended || job.plan.exitCode !== 0) say('succeeded, but did not run to its end');
  } else if (row.status === 'KILLED') {
    figures.killed += 1;
    if (!job.plan.killed) say('killed, but not by a request');
  } else if (ended && row.exitCode === job.plan.exitCode && row.exitCode !== 0) figures.failed += 1;
  else if (!excused) say(`failed, not as planned (${job.plan.exitCode}), and no fault explains it`);
  else if (ended && row.exitCode === 137) figures.unknownExit += 1;
  else figures.lost += 1;
}

export async function checkArchives(jobs) {
  const wrong = [];
  const states = {};
  for (const job of jobs.accepted) {
    const state = job.execution?.archiveStatus;
    states[state] = (states[state] ?? 0) + 1;
    if (job.last?.status !== 'SUCCEEDED') continue;
    const { status, text } = await jobs.client.until('GET', `/api/v3/jobs/${job.id}/output/stdout`);
    const expected = outputOf(job);
    if (status !== 200 || text !== expected)
      wrong.push(`${job.id}: ${status}, ${text.length} of ${expected.length} bytes (${state})`);
  }
  return { wrong, states };
}

export function checkWebhooks(jobs) {
  const wrong = [];
  for (const { id, plan, last } of jobs.accepted) {
    const calls = jobs.calls.get(id) ?? [];
    if (!plan.webhook) {
      if (calls.length > 0) wrong.push(`${id}: called, but has no webhook`);
      continue;
    }
    if (!calls.some(({ heard }) => heard)) wrong.push(`${id}: not delivered`);
    if (calls.some(({ status }) => status !== last?.status)) wrong.push(`${id}: delivered with another end`);
  }
  return wrong;
}

export const checkFollowed = (jobs) =>
  jobs.followed.flatMap(({ changes, job }) => {
    const ordered = changes.every(({ id }, i) => i === 0 || id > changes[i - 1].id);
    if (ordered && changes.at(-1)?.status === job.last?.status) return [];
    return [`${job.id}: ${changes.map(({ id, status }) => `${id} ${status}`).join(', ') || 'nothing'}`];
  });

/** Processes: one for each worker that should run, and none of any other launch. */
export function checkProcesses(streams, world) {
  const wrong = [];
  const seen = new Map();
  // One entry per worker: its child processes have the same number.
  const processes = streams
    .running()
    .map((one) => [`${one.job} ${one.stage} ${one.index} ${one.number}`, one]);
  for (const { job, index, stage, number } of new Map(processes).values()) {
    const key = `${job} stage ${stage} index ${index}`;
    seen.set(key, [...(seen.get(key) ?? []), number]);
  }
  for (const [key, numbers] of seen)
    if (numbers.length > 1) wrong.push(`${key}: workers ${numbers.join(', ')}`);
  const batch = findByEnvironment(({ PORTOLAN_NODE_DIR, PORTOLAN_LAUNCH_ID, WORKER_NUMBER }) =>
    Boolean(PORTOLAN_LAUNCH_ID && !WORKER_NUMBER && PORTOLAN_NODE_DIR?.startsWith(world.folder)),
  );
  for (const { pid } of batch)
    wrong.push(`process ${pid} of launch ${environmentOf(pid).PORTOLAN_LAUNCH_ID} is left over`);
  return wrong;
}

export async function checkCron(streams, databaseUrl) {
  const { name, windowMs } = streams.cron;
  const fired = 'SELECT fire_at AS fireAt, outcome FROM cron_fires WHERE cluster = ?';
  const submitted = 'SELECT id, submitted_at AS submittedAt FROM jobs WHERE cluster = ?';
  const [fires, jobs] = [
    await query(databaseUrl, fired, [name]),
    await query(databaseUrl, submitted, [name]),
  ];
  const wrong = [];
  const windows = new Map();
  for (const { id, submittedAt } of jobs) {
    const fire = fires.find(({ outcome }) => outcome === id);
    if (!fire) wrong.push(`job ${id} has no fire`);
    const window = fire ? Number(fire.fireAt) : Math.floor(Number(submittedAt) / windowMs);
    windows.set(window, [...(windows.get(window) ?? []), id]);
  }
  for (const [window, ids] of windows) if (ids.length > 1) wrong.push(`window ${window}: ${ids.join(', ')}`);
  return { wrong, fires: fires.length, jobs: jobs.length };
}

export async function checkRevisions(crawls) {
  const wrong = [];
  let count = 0;
  for (const [id, list] of await crawls.revisions()) {
    count += list.length;
    const versions = list.map(({ version }) => version);
    const last = crawls.documents.get(id);
    if (versions.length !== last || versions.some((version, i) => version !== i + 1))
      wrong.push(`${id}: revisions ${versions.join(' ')}, versions up to ${last}`);
    if (list.some(({ ltime }, i) => i < list.length - 1 && ltime !== list[i + 1].stime))
      wrong.push(`${id}: a gap in time`);
  }
  return { wrong, count };
}

export function checkFeed(crawls) {
  const sent = crawls.fedVersions;
  return [...crawls.documents].flatMap(([id, last]) => {
    const versions = sent.get(id) ?? [];
    const isWhole = versions.length === last && versions.every((version, i) => version === i + 1);
    return isWhole ? [] : [`${id}: sent ${versions.join(' ')}, versions up to ${last}`];
  });
}

export function checkClients(streams, quietMs) {
  const now = performance.now();
  return streams.clients
    .filter(({ heard }) => heard.untold > 0 || heard.doubled > 0 || !(now - heard.lastAt < quietMs))
    .map(({ name, heard }) => {
      const last = heard.lastAt === undefined ? 'never' : `${((now - heard.lastAt) / 1000).toFixed(1)} s ago`;
      return `${name}: ${heard.untold} missing unreported, ${heard.doubled} twice, last event ${last}`;
    });
}
