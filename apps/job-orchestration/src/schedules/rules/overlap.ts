/** The behaviour of a fire while a job of its schedule runs. */
export const Overlap = { Skip: 'skip', Buffer: 'buffer', Replace: 'replace', Allow: 'allow' } as const;
export type Overlap = (typeof Overlap)[keyof typeof Overlap];

/** An open fire of a schedule: its job is not known to have ended. */
export interface OpenFire {
  /** ms since the epoch; unique in its schedule. */
  time: number;
  /** `due`: to be decided now. `waiting`: for the end of the running job. `running`: its job has not ended, or is about to be stored. */
  state: 'due' | 'waiting' | 'running';
  overlap: Overlap;
  jobId: string;
  /** Fires of a backfill wait for each other, however many there are. */
  isBackfill: boolean;
}

/** The decision about a fire. */
export type Decision = { kind: 'start' } | { kind: 'wait' } | { kind: 'skip'; reason: string };

const START: Decision = { kind: 'start' };
const WAIT: Decision = { kind: 'wait' };
const skip = (reason: string): Decision => ({ kind: 'skip', reason });

const isoOf = (time: number): string => new Date(time).toISOString();

/** The decisions about the open fires of a schedule. */
export interface Decisions {
  decisions: Map<number, Decision>;
  /** Ids of the jobs to kill. */
  kill: string[];
}

/**
 * Decides about the open fires of one schedule. A waiting fire starts when no job runs any more; due ones follow in the order of
 * their times. Of several fires that replace only the latest is left.
 */
export function decideFires(open: readonly OpenFire[]): Decisions {
  const decisions = new Map<number, Decision>();
  const inOrder = open.toSorted((a, b) => a.time - b.time);
  const of = (state: OpenFire['state']) => inOrder.filter((fire) => fire.state === state);
  const running = of('running');
  const replacing = [...of('waiting'), ...of('due')].filter(({ overlap }) => overlap === Overlap.Replace);
  const latest = Math.max(...replacing.map(({ time }) => time));
  const passedOver = replacing.filter(({ time }) => time < latest);
  for (const { time } of passedOver)
    decisions.set(time, skip(`The fire of ${isoOf(latest)} takes its place.`));
  const isOpen = ({ time }: OpenFire): boolean => !decisions.has(time);
  let waiting = of('waiting').filter(isOpen);
  const start = (fire: OpenFire): void => {
    decisions.set(fire.time, START);
    waiting = waiting.filter((one) => one !== fire);
    running.push(fire);
  };
  const [first] = waiting;
  if (first && running.length === 0) start(first);
  for (const fire of of('due').filter(isOpen)) {
    const decision = decide(fire, running, waiting);
    if (decision.kind === 'start') start(fire);
    else decisions.set(fire.time, decision);
    if (decision.kind === 'wait') waiting.push(fire);
  }
  const isReplaced = waiting.some(({ overlap }) => overlap === Overlap.Replace);
  return { decisions, kill: isReplaced ? running.map(({ jobId }) => jobId) : [] };
}

function decide(fire: OpenFire, running: readonly OpenFire[], waiting: readonly OpenFire[]): Decision {
  const [busy] = [...running, ...waiting];
  if (!busy || fire.overlap === Overlap.Allow) return START;
  switch (fire.overlap) {
    case Overlap.Skip:
      return skip(`The job ${busy.jobId} has not ended.`);
    case Overlap.Replace:
      return WAIT;
    case Overlap.Buffer: {
      const kept = waiting.find(({ isBackfill }) => !isBackfill);
      return kept && !fire.isBackfill ? skip(`The fire of ${isoOf(kept.time)} is already waiting.`) : WAIT;
    }
  }
}
