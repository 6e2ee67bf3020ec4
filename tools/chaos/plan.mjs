/** How large a run is and what happens in it when: all of it follows from the form and the seed. */
import { Random } from './random.mjs';

/** How long a lease holds in a run, ms: outages come shorter and longer than that. */
export const LEASE_MS = 12_000;

/** How a form differs. Times in ms. */
export const FORMS = {
  full: {
    jobs: 500,
    streamJobs: 10,
    documents: 24,
    /** Each kind of fault comes so often. */
    rounds: 4,
    pauseMs: [3000, 7000],
    spreadMs: 420_000,
    settleMs: 240_000,
  },
  short: {
    jobs: 60,
    streamJobs: 3,
    documents: 8,
    rounds: 1,
    pauseMs: [500, 1500],
    spreadMs: 70_000,
    settleMs: 90_000,
  },
};

/** How long each fault lasts, ms, and whom it may hit. Longer than a lease: launches are given up. */
export const KINDS = {
  'kill service': { forMs: [2000, 6000], targets: 'services' },
  'move service': { forMs: [1000, 3000] },
  'kill node': { forMs: [1000, 5000], targets: 'nodes' },
  'restart Redis': { forMs: [1000, 4000] },
  'empty Redis': { forMs: [1000, 4000] },
  'kill MySQL': { forMs: [1000, 5000] },
  'restart MySQL': { forMs: [500, 2000] },
  'pause service': { forMs: [3000, 8000], targets: 'services' },
  'pause node': { forMs: [4000, 20_000], targets: 'nodes' },
  'pause MySQL': { forMs: [6000, 9000] },
  'pause Redis': { forMs: [6000, 9000] },
  'fill disk': { forMs: [4000, 8000] },
  'cut link': { forMs: [4000, 20_000] },
  'kill worker': { forMs: [0, 0] },
};

/**
 * The faults of a run, one after the other.
 *
 * @param without kinds that this machine can't have
 * @returns `{kind, pick, forMs, pauseMs}` each: `pick` (0 to 1) chooses among the targets, `pauseMs` is the rest after it
 */
export function schedule(form, seed, without = []) {
  const { rounds, pauseMs } = FORMS[form];
  const random = new Random(seed);
  const kinds = Object.keys(KINDS).filter((kind) => !without.includes(kind));
  const order = Array.from({ length: rounds }, () => random.shuffled(kinds)).flat();
  const shorten = form === 'short' ? 0.6 : 1;
  return order.map((kind) => {
    const [least, most] = KINDS[kind].forMs;
    return {
      kind,
      pick: random.next(),
      forMs: Math.round(random.between(least, most) * shorten),
      pauseMs: random.between(...pauseMs),
    };
  });
}

/** What the i-th batch job does. Times in ms, `atMs` from the beginning. */
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
