/**
 * The size and events of a run, which depend on the form and the seed only, and the deviations that faults explain
 * (docs/chaos.md). Times in ms.
 */
import { Random } from '../lib/random.mjs';

/** Duration of a lease, ms: some faults are shorter, some longer. */
export const LEASE_MS = 12_000;

/** Sizes of a run by form. Times in ms. */
export const FORMS = {
  full: {
    jobs: 500,
    streamJobs: 10,
    documents: 24,
    rounds: 4,
    pauseMs: [3000, 7000],
    spreadMs: 420_000,
    settleMs: 240_000,
    graph: { diamond: 200, array: { size: 1000, maxRunning: 12, seconds: 2 }, schedules: 10 },
  },
  short: {
    jobs: 60,
    streamJobs: 3,
    documents: 8,
    rounds: 1,
    pauseMs: [500, 1500],
    spreadMs: 70_000,
    settleMs: 90_000,
    graph: { diamond: 24, array: { size: 60, maxRunning: 6, seconds: 2 }, schedules: 3 },
  },
};

/** Minimum and maximum duration of each fault, ms. A fault longer than a lease causes lost launches. */
export const KINDS = {
  'kill service': [2000, 6000],
  'move service': [1000, 3000],
  'kill node': [1000, 5000],
  'restart Redis': [1000, 4000],
  'empty Redis': [1000, 4000],
  'kill MySQL': [1000, 5000],
  'restart MySQL': [500, 2000],
  'pause service': [3000, 8000],
  'pause node': [4000, 20_000],
  'pause MySQL': [6000, 9000],
  'pause Redis': [6000, 9000],
  'fill disk': [4000, 8000],
  'cut link': [4000, 20_000],
  'kill worker': [0, 0],
};

/** The faults of a run as `{kind, pick, forMs, pauseMs}`: `pick` (0 to 1) chooses the target, `pauseMs` is the pause after it */
export function schedule(form, seed, without = []) {
  const { rounds, pauseMs } = FORMS[form];
  const random = new Random(seed);
  const kinds = Object.keys(KINDS).filter((kind) => !without.includes(kind));
  const order = Array.from({ length: rounds }, () => random.shuffled(kinds)).flat();
  return order.map((kind) => {
    const [least, most] = KINDS[kind];
    return {
      kind,
      pick: random.next(),
      forMs: Math.round(random.between(least, most) * (form === 'short' ? 0.6 : 1)),
      pauseMs: random.between(...pauseMs),
    };
  });
}

/** Returns the plans of the batch jobs. Times in ms, `atMs` from the start of the run. */
export function jobPlans(form, seed) {
  const { jobs, spreadMs } = FORMS[form];
  const random = new Random(seed + 1);
  return Array.from({ length: jobs }, (_, i) => ({
    number: i,
    atMs: Math.round((spreadMs / jobs) * i),
    lines: random.between(0, 12),
    stepMs: random.between(100, 700),
    exitCode: random.chance(0.2) ? random.between(1, 9) : 0,
    attachment: random.chance(0.15),
    webhook: random.chance(0.5),
    followed: random.chance(0.2),
    killed: random.chance(0.05),
  }));
}

/** Dependencies that one job may have. */
const WIDTH = 100;

/**
 * The plans of jobs that depend on each other: one, the rest beside each other, some that wait for all of these, and a last one. Some
 * jobs fail before they succeed.
 */
export function diamondPlans(size) {
  const joins = Math.ceil((size - 2) / (WIDTH + 1));
  const middles = Array.from({ length: size - 2 - joins }, (_, i) => `middle-${i}`);
  const plan = (name, dependsOn, number) => ({
    name,
    dependsOn,
    seconds: number % 4,
    failures: number % 7 === 2 ? 1 : 0,
  });
  const share = Math.ceil(middles.length / joins);
  const joined = Array.from({ length: joins }, (_, i) => middles.slice(i * share, (i + 1) * share));
  return [
    plan('first', [], 3),
    ...middles.map((name, i) => plan(name, ['first'], i)),
    ...joined.map((names, i) => plan(`join-${i}`, names, i)),
    plan(
      'last',
      joined.map((_, i) => `join-${i}`),
      0,
    ),
  ];
}

/** A lease is renewed after each third of its duration, so a shorter absence of a node loses nothing. */
export const OUTAGE_MS = (LEASE_MS * 2) / 3;
/** Maximum delay before a replica notices the recovery, ms. */
export const GRACE_MS = 2000;
/** Clocks of the database and of this process are read at different moments, ms. */
const SLACK_MS = 1000;

/** Faults that affect no dependency of requests. */
const HARMLESS = new Set(['kill worker', 'fill disk']);
/** Faults that separate nodes from their owners, or kill the guards of their processes. */
const NODE_FAULTS = new Set(['kill node', 'pause node', 'cut link']);

const endOf = ({ until, recoveredMs }) =>
  until === undefined ? Infinity : until + (recoveredMs ?? Infinity);

/** Reports whether a request that began at a time may be refused with 503. @param faults so far */
export const maySayUnavailable = (faults, began) =>
  faults.some((fault) => !HARMLESS.has(fault.kind) && endOf(fault) + GRACE_MS >= began);

/** How much of a span something was away that fires of schedules need, ms. @param faults by the clock of the span */
export function outageWithin(faults, from, to) {
  const spans = faults
    .filter(({ kind }) => !HARMLESS.has(kind) && !NODE_FAULTS.has(kind))
    .map((fault) => [Math.max(fault.from, from), Math.min(endOf(fault), to)]);
  let [sum, end] = [0, from];
  for (const [begin, until] of spans.sort(([one], [other]) => one - other)) {
    sum += Math.max(0, until - Math.max(begin, end));
    end = Math.max(end, until);
  }
  return sum;
}

/**
 * Reports whether a fault explains an outcome of a launch that differs from that of its process. @param faults by the clock of
 * the launch
 */
export function isExplained(faults, { nodeId, claimedAt, endedAt, end }) {
  const during = faults.filter(
    (fault) => fault.from <= endedAt + SLACK_MS && endOf(fault) >= (claimedAt ?? 0) - SLACK_MS,
  );
  const ofNode = during.filter(({ kind, on }) => NODE_FAULTS.has(kind) && on === nodeId);
  const hadNoRoom = during.some(({ kind, on }) => kind === 'fill disk' && on === nodeId);
  switch (end?.cause) {
    case 'lost':
      return ofNode.some((fault) => endOf(fault) - fault.from >= OUTAGE_MS);
    case 'stopped':
      return end.reason === 'leaseLost' && ofNode.some((fault) => endOf(fault) - fault.from >= OUTAGE_MS);
    // The disk was full, or a dependency of the start was unavailable.
    case 'notStarted':
      return end.failure.code === 'downloadFailed'
        ? during.some(({ kind }) => !HARMLESS.has(kind))
        : hadNoRoom;
    // The guard was dead at the end of the process, or could not write the exit code.
    case 'exited':
      return end.exitCode === 137 && (ofNode.length > 0 || hadNoRoom);
    default:
      return false;
  }
}

/** Faults are recorded by this process's clock; returns them by the clock of the database. */
export const byWallClock = (faults, origin = performance.timeOrigin) =>
  faults.map(({ from, until, ...fault }) => ({
    ...fault,
    from: from + origin,
    until: until === undefined ? undefined : until + origin,
  }));
