/** The checks of graph.mjs at the end of a run. Each returns its problems, none when all is well. */
import { endedOnce, historyOf, parsed, query } from './checks.mjs';
import { PLANNED_EXIT } from './graph.mjs';
import { byWallClock, isExplained, outageWithin } from './plan.mjs';

/** A fire may be late by so much more than the outage, ms. */
export const LATE_MS = 5000;
const SECOND = 1000;

/** @returns `{wrong, figures}`: problems by kind, and counts for the table */
export async function checkGraph(graph, databaseUrl, faults) {
  const jobs = await jobsOf(graph, databaseUrl);
  const ran = graph.ran();
  const brought = byWallClock(faults);
  const explained = (job) => isExplained(brought, job.launches.at(-1) ?? {});
  const elements = [...jobs.values()].filter(({ arrayId }) => arrayId === graph.array.id);
  const waiting = graph.diamond.map((plan) => ({ plan, job: jobs.get(plan.id) }));
  const failures = ({ arrayIndex }) => (arrayIndex % 10 === 3 ? graph.array.failures : 0);
  const attempted = [
    ...waiting.map(({ plan, job }) => ({ job, failures: plan.failures })),
    ...elements.map((job) => ({ job, failures: failures(job) })),
  ].filter(({ job }) => job);
  const fires = await checkFires(graph, { databaseUrl, jobs, ran, brought });
  return {
    wrong: {
      ends: [
        ...waiting.flatMap(({ plan, job }) => (job ? [] : [`${plan.id}: not in the database`])),
        ...[...jobs.values()].flatMap((job) => endedOnce(job, job.changes)),
      ],
      attempts: attempted.flatMap((one) => checkAttempts(one, ran, explained)),
      order: waiting.flatMap(({ plan, job }) => (job ? checkOrder(plan, job, jobs, ran) : [])),
      array: checkArray(graph.array, jobs.get(graph.array.id), elements),
      ...fires.wrong,
    },
    figures: {
      diamond: waiting.length,
      elements: elements.length,
      further: attempted.reduce((sum, { job }) => sum + job.launches.length - 1, 0),
      ...fires.figures,
    },
  };
}

/** The jobs of the graph with the launches of each in the order of its attempts. Times in ms since the epoch. */
async function jobsOf(graph, databaseUrl) {
  const users = Object.values(graph.users);
  const jobs = await query(
    databaseUrl,
    `SELECT id, status, status_msg AS statusMsg, history, array_id AS arrayId, array_index AS arrayIndex, created
     FROM jobs WHERE user IN (?)`,
    [users],
  );
  const launches = await query(
    databaseUrl,
    `SELECT subject, node_id AS nodeId, claimed_at AS claimedAt, ended_at AS endedAt, end_reason AS end,
       JSON_EXTRACT(offer, '$.environment.PORTOLAN_ATTEMPT') AS attempt FROM launches WHERE user_name IN (?)`,
    [users],
  );
  const known = new Map();
  for (const { history, created, ...job } of jobs) {
    const changes = historyOf({ history });
    known.set(job.id, {
      ...job,
      created: Number(created),
      changes,
      endedAt: changes.at(-1)?.at,
      launches: [],
    });
  }
  for (const { subject, nodeId, claimedAt, endedAt, end, attempt } of launches)
    known.get(subject)?.launches.push({
      nodeId,
      claimedAt: Number(claimedAt),
      endedAt: Number(endedAt),
      end: parsed(end),
      attempt: Number(String(attempt).replaceAll('"', '')),
    });
  for (const { launches: own } of known.values()) own.sort((one, other) => one.attempt - other.attempt);
  return known;
}

/** Attempts are numbered, run one process each, one after another, and only as many as failed. */
function checkAttempts({ job, failures }, ran, explained) {
  const { id, launches, status } = job;
  const numbers = launches.map(({ attempt }) => attempt);
  const wrong = numbers.every((number, i) => number === i + 1)
    ? []
    : [`${id}: attempts ${numbers.join(' ')}`];
  const processes = numbers.map((number) => ran.get(`${id} ${number}`));
  for (const [i, one] of processes.entries()) {
    if (one?.begins > 1) wrong.push(`${id}: ${one.begins} processes of attempt ${i + 1}`);
    if (one?.endedAt > processes[i + 1]?.begunAt)
      wrong.push(`${id}: attempt ${i + 2} began before ${i + 1} ended`);
  }
  const planned = launches.filter(({ end }) => end?.exitCode === PLANNED_EXIT).length;
  if (planned > failures) wrong.push(`${id}: failed ${planned} times instead of ${failures}`);
  if (launches.slice(0, -1).some(({ end }) => end?.exitCode === 0))
    wrong.push(`${id}: went on after a success`);
  const last = processes.at(-1);
  if (status === 'SUCCEEDED' && !(last?.endedAt && launches.length > failures))
    wrong.push(`${id}: succeeded in attempt ${launches.length}, which did not run to its end`);
  if (status !== 'SUCCEEDED' && !explained(job))
    wrong.push(`${id}: ${status}, "${job.statusMsg}", unexplained`);
  return wrong;
}

/** A job begins when all that it depends on has ended. */
function checkOrder({ id, dependsOn }, job, jobs, ran) {
  const begun = job.launches.flatMap(({ attempt }) => ran.get(`${id} ${attempt}`)?.begunAt ?? []);
  const first = Math.min(...begun, Infinity);
  return dependsOn
    .filter((one) => !(jobs.get(one)?.endedAt <= first))
    .map((one) => `${id}: began before ${one} had ended`);
}

function checkArray({ id, size }, array, elements) {
  if (!array) return [`${id}: not in the database`];
  const indexes = new Set(elements.map(({ arrayIndex }) => arrayIndex));
  const wrong = [];
  if (elements.length !== size || indexes.size !== size)
    wrong.push(`${id}: ${elements.length} elements with ${indexes.size} indexes instead of ${size}`);
  const failed = elements.filter(({ status }) => status !== 'SUCCEEDED').length;
  const [status, text] = failed === 0 ? ['SUCCEEDED'] : ['FAILED', `${failed} of ${size} elements failed.`];
  if (array.status !== status || (text && array.statusMsg !== text))
    wrong.push(`${id}: ${array.status}, "${array.statusMsg}", although ${failed} elements failed`);
  const late = elements.filter(({ endedAt }) => !(endedAt <= array.endedAt));
  return [...wrong, ...late.map((element) => `${element.id}: ended after its array`)];
}

async function checkFires(graph, { databaseUrl, jobs, ran, brought }) {
  const rows = await query(
    databaseUrl,
    'SELECT schedule_id AS scheduleId, fire_at AS time, outcome, job_id AS jobId FROM schedule_fires',
  );
  const wrong = { fires: [], fired: [], overlap: [], late: [] };
  const figures = { outcomes: {}, latest: 0, excess: 0 };
  const ofFires = new Set();
  for (const schedule of graph.schedules) {
    const fires = rows
      .filter(({ scheduleId }) => scheduleId === schedule.id)
      .map((row) => ({ ...row, time: Number(row.time) }))
      .sort((one, other) => one.time - other.time);
    wrong.fires.push(...checkTimes(schedule, fires));
    const started = [];
    for (const { time, outcome, jobId } of fires) {
      figures.outcomes[outcome] = (figures.outcomes[outcome] ?? 0) + 1;
      if (outcome !== 'started') continue;
      ofFires.add(jobId);
      const job = jobs.get(jobId);
      if (job) started.push({ ...job, time });
      else wrong.fired.push(`${jobId}: fired, but not in the database`);
    }
    for (const { id, launches } of started) {
      const begins = ran.get(`${id} 1`)?.begins ?? 0;
      if (launches.length !== 1 || begins > 1)
        wrong.fired.push(`${id}: ${launches.length} launches, ${begins} processes`);
    }
    if (schedule.overlap !== 'allow') wrong.overlap.push(...overlapping(started));
    // Fires that wait for the end of a job are late by that.
    if (!['allow', 'skip'].includes(schedule.overlap)) continue;
    for (const { id, time, created } of started) {
      const late = created - time;
      const excess = late - outageWithin(brought, time, created);
      figures.latest = Math.max(figures.latest, late);
      figures.excess = Math.max(figures.excess, excess);
      if (excess > LATE_MS) wrong.late.push(`${id}: ${late} ms late, ${excess} ms more than the outage`);
    }
  }
  const ticking = [...jobs.keys()].filter((id) => id.includes('-schedule-'));
  for (const id of ticking) if (!ofFires.has(id)) wrong.fired.push(`${id}: no fire has started it`);
  return { wrong, figures };
}

/** Every second of a schedule is one fire with an outcome. */
function checkTimes({ id, from, to }, fires) {
  const outcomes = new Map(fires.map(({ time, outcome }) => [time, outcome]));
  const wrong = [];
  for (let time = from; time <= to; time += SECOND) {
    const outcome = outcomes.get(time) ?? 'lost';
    if (!['started', 'skipped'].includes(outcome)) wrong.push(`${id}: the fire of ${time} is ${outcome}`);
    outcomes.delete(time);
  }
  return [
    ...wrong,
    ...[...outcomes.keys()].map((time) => `${id}: a fire at ${time}, outside of ${from} to ${to}`),
  ];
}

const overlapping = (jobs) =>
  jobs.slice(1).flatMap(({ id, created }, i) => {
    const { id: before, endedAt } = jobs[i];
    return endedAt <= created ? [] : [`${id}: stored before ${before} had ended`];
  });
