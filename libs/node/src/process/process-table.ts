import { closeSync, fstatSync, openSync, readFileSync, readSync, readdirSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';

/** The environment variable that marks every process of a launch. */
const MARK = 'PORTOLAN_LAUNCH_ID=';
/** Longest uninterrupted read, which blocks the event loop, ms. */
const TURN_MS = 1;
/** Listings per scan: each contains the processes started while the previous one was read. */
const MAX_ROUNDS = 3;
/** A process older than this is assumed to keep its environment, in kernel ticks (100 a second). */
const SETTLED_TICKS = 1000;
/** Error codes of a process that has ended or belongs to another user. */
const UNREADABLE = new Set(['ENOENT', 'ESRCH', 'EACCES', 'EPERM']);

export interface ProcessEntry {
  pid: number;
  parent: number;
  session: number;
  /** Clock ticks from boot to its start: identifies a process together with pid and boot. */
  startTicks: string;
  /** Ended, and not yet reaped by its parent. */
  zombie: boolean;
}

/** Identifies a process across restarts of the service and reboots of the machine. */
export interface ProcessIdentity {
  pid: number;
  startTicks: string;
  bootId: string;
}

/** Parses `/proc/<pid>/stat`; a name may contain blanks and brackets. Copy: tools/lib/process-identity.mjs. */
export function parseStat(text: string): ProcessEntry | undefined {
  const end = text.lastIndexOf(') ');
  const pid = Number.parseInt(text, 10);
  if (end < 0 || Number.isNaN(pid)) return undefined;
  const fields = text.slice(end + 2).split(' ');
  const [state, parent, , session] = fields;
  const startTicks = fields[19];
  if (!state || !parent || !session || !startTicks) return undefined;
  return {
    pid,
    parent: Number(parent),
    session: Number(session),
    startTicks,
    zombie: state === 'Z' || state === 'X',
  };
}

export function readProcess(pid: number): ProcessEntry | undefined {
  try {
    return parseStat(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return undefined;
  }
}

export const readBootId = (): string =>
  (bootId ??= readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim());

let bootId: string | undefined;

/** Reports whether exactly this process still runs, and not another one with its pid. */
export function isAlive(identity: ProcessIdentity): boolean {
  const entry = readProcess(identity.pid);
  return (
    entry !== undefined &&
    !entry.zombie &&
    entry.startTicks === identity.startTicks &&
    identity.bootId === readBootId()
  );
}

export interface MarkedProcess extends ProcessEntry {
  launchIds: readonly string[];
  /** User id of the process; undefined when inaccessible. */
  uid: number | undefined;
}

/** Conditions under which the mark counts; any process can set it. */
export interface Mark {
  launchId: string;
  /** User of the launch; processes of other users do not count. */
  uid: number;
  /** Sessions of other launches; their processes and descendants belong to those. */
  otherSessions: ReadonlySet<number>;
}

/**
 * Reads the process table with the marks. The kernel answers from memory, so synchronous reads in slices of a
 * millisecond cost a third of asynchronous ones while the service stays responsive. Leaves out zombies.
 *
 * @throws errors of the system, such as EMFILE: an unreadable table is not an empty one
 */
export async function readTable(): Promise<MarkedProcess[]> {
  const seen = new Set<string>();
  const found: MarkedProcess[] = [];
  const before = settled;
  const after = new Map<number, MarkedProcess>();
  const now = ticksSinceBoot();
  let turnEnds = performance.now() + TURN_MS;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    // Processes started by one that ended before it was read are in the next listing.
    const names = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && !seen.has(name));
    if (names.length === 0) break;
    for (const name of names) {
      seen.add(name);
      const entry = parseStat(readOf(name, 'stat'));
      if (entry && !entry.zombie) {
        const marked = { ...entry, ...(marksOf(entry, before) ?? readMarks(name)) };
        found.push(marked);
        if (now - Number(entry.startTicks) > SETTLED_TICKS) after.set(entry.pid, marked);
      }
      if (performance.now() < turnEnds) continue;
      await setImmediate();
      turnEnds = performance.now() + TURN_MS;
    }
  }
  settled = after;
  return found;
}

/** The marks of old enough processes at the last scan. Reading an environment costs more than everything else. */
let settled: ReadonlyMap<number, MarkedProcess> = new Map();

type Marks = Pick<MarkedProcess, 'launchIds' | 'uid'>;

function marksOf({ pid, startTicks }: ProcessEntry, known: typeof settled): Marks | undefined {
  const one = known.get(pid);
  return one?.startTicks === startTicks ? { launchIds: one.launchIds, uid: one.uid } : undefined;
}

function readMarks(pid: string): Marks {
  let uid: number | undefined;
  const launchIds = marksIn(readOf(pid, 'environ', (file) => (uid = fstatSync(file).uid)));
  return { launchIds, uid };
}

const ticksSinceBoot = (): number => Number.parseFloat(readFileSync('/proc/uptime', 'latin1')) * 100;

/**
 * Returns the processes of a launch without its wrapper: those in its control group, in its wrapper's session or,
 * without a group, with its mark in their environment; and all their descendants.
 *
 * @param inGroup ids of the processes in its control group
 * @param mark undefined: the mark is ignored
 */
export function processesOf(
  table: readonly MarkedProcess[],
  wrapperPid: number | undefined,
  inGroup: readonly number[],
  mark: Mark | undefined,
): number[] {
  const found = new Set(inGroup);
  const others = mark ? withDescendants(table, ({ session }) => mark.otherSessions.has(session)) : new Set();
  for (const { pid, session, launchIds, uid } of table) {
    const isMarked = mark && uid === mark.uid && launchIds.includes(mark.launchId) && !others.has(pid);
    if (isMarked || (wrapperPid !== undefined && session === wrapperPid)) found.add(pid);
  }
  const all = withDescendants(table, ({ pid }) => found.has(pid));
  for (const pid of inGroup) all.add(pid);
  if (wrapperPid !== undefined) all.delete(wrapperPid);
  all.delete(process.pid);
  return [...all];
}

function withDescendants(
  table: readonly MarkedProcess[],
  chosen: (entry: MarkedProcess) => boolean,
): Set<number> {
  const found = new Set(table.filter(chosen).map(({ pid }) => pid));
  for (let grown = true; grown;) {
    grown = false;
    for (const entry of table) {
      if (found.has(entry.pid) || !found.has(entry.parent)) continue;
      found.add(entry.pid);
      grown = true;
    }
  }
  return found;
}

/**
 * Kills until a scan finds no process. Kills before it checks the time: on a busy machine the first scan alone may use up all of
 * it. @param limitMs no further scan starts after it @returns whether no process was left
 */
export async function killUntilNone(
  look: () => Promise<readonly number[]>,
  limitMs: number,
): Promise<boolean> {
  const until = performance.now() + limitMs;
  for (;;) {
    const left = await look();
    if (left.length === 0) return true;
    signalAll(left, 'SIGKILL');
    if (performance.now() > until) return false;
  }
}

/**
 * Sends a signal once to each process of a launch: first to those in its control group, then to those that `look` finds besides. Reading
 * the process table takes half a minute while a job forks without end.
 */
export async function signalLaunch(
  signal: NodeJS.Signals,
  inGroup: readonly number[],
  look: () => Promise<readonly number[]>,
): Promise<void> {
  signalAll(inGroup, signal);
  const first = new Set(inGroup);
  signalAll(
    (await look()).filter((pid) => !first.has(pid)),
    signal,
  );
}

/** Sends a signal to each process; ignores those that have ended. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // Ended, or not ours to signal: the next scan shows which.
    }
  }
}

/** Returns a file of one process; empty when the process has ended or is not readable. */
function readOf(pid: string, name: 'stat' | 'environ', look?: (file: number) => void): string {
  try {
    const file = openSync(`/proc/${pid}/${name}`, 'r');
    try {
      look?.(file);
      return readWhole(file);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (UNREADABLE.has((error as NodeJS.ErrnoException).code ?? '')) return '';
    throw error;
  }
}

/** Reads a whole file of the kernel: a read that does not fill the buffer was the last one. */
function readWhole(file: number): string {
  let text = '';
  for (let bytes = BUFFER.length; bytes === BUFFER.length;) {
    bytes = readSync(file, BUFFER);
    text += BUFFER.toString('latin1', 0, bytes);
  }
  return text;
}

const BUFFER = Buffer.allocUnsafeSlow(2 ** 16);

const marksIn = (environment: string): string[] =>
  environment
    .split('\0')
    .filter((variable) => variable.startsWith(MARK))
    .map((variable) => variable.slice(MARK.length));
