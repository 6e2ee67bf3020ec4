import { closeSync, fstatSync, openSync, readFileSync, readSync, readdirSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { KernelThreads } from './kernel-threads';

/** The variable by which every process of a launch is known. */
const MARK = 'PORTOLAN_LAUNCH_ID=';
/** How long reading keeps the service from anything else, ms. */
const TURN_MS = 1;
/** Lists of the table that one look takes at the most: each has what came while the one before was read. */
const MAX_ROUNDS = 3;
/** A process that is older than this has the environment that it keeps, ticks of the kernel (100 a second). */
const SETTLED_TICKS = 1000;
/** Errors that say of a process that it is gone or somebody else's. */
const UNREADABLE = new Set(['ENOENT', 'ESRCH', 'EACCES', 'EPERM']);

/** A process as the kernel's table shows it. */
export interface ProcessEntry {
  pid: number;
  parent: number;
  session: number;
  /** Clock ticks since boot at which it started: with the pid and the boot it names a process for ever. */
  startTicks: string;
  /** It has ended and only waits for its parent to ask. */
  zombie: boolean;
}

/** Identity of a process that survives a restart of ours and a reboot of the machine. */
export interface ProcessIdentity {
  pid: number;
  startTicks: string;
  bootId: string;
}

/**
 * Reads one line of `/proc/<pid>/stat`; the name in it may contain blanks and brackets. The tools have a
 * deliberate twin (tools/lib/process-identity.mjs): they run before the build.
 */
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

/** The process with this pid; undefined when there is none. */
export function readProcess(pid: number): ProcessEntry | undefined {
  try {
    return parseStat(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return undefined;
  }
}

/** This boot of the machine. */
export const readBootId = (): string =>
  (bootId ??= readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim());

let bootId: string | undefined;

/** Tells whether exactly this process still runs (and not another one that got its pid). */
export function isAlive(identity: ProcessIdentity): boolean {
  const entry = readProcess(identity.pid);
  return (
    entry !== undefined &&
    !entry.zombie &&
    entry.startTicks === identity.startTicks &&
    identity.bootId === readBootId()
  );
}

/** A process and the launches whose mark its environment carries. */
export interface MarkedProcess extends ProcessEntry {
  launchIds: readonly string[];
  /** Whose it is; undefined when it let itself not be looked into. */
  uid: number | undefined;
}

/** When the mark in its environment makes a process one of a launch: any process can set it. */
export interface Mark {
  launchId: string;
  /** Whom the launch runs as: the processes of others do not count. */
  uid: number;
  /** Sessions of other launches: what is in them, or descends from that, belongs there. */
  otherSessions: ReadonlySet<number>;
}

/**
 * Reads the table with the marks. The kernel answers from memory, so reading by turns of a millisecond costs
 * a third of what asynchronous reading does, and the service goes on between them. Zombies are left out, and so are
 * kernel threads from their second look on.
 *
 * @throws errors of the system, such as EMFILE: a table that could not be read is no empty table
 */
export async function readTable(): Promise<MarkedProcess[]> {
  const seen = new Set<string>();
  const found: MarkedProcess[] = [];
  const before = settled;
  const after = new Map<number, MarkedProcess>();
  const now = ticksSinceBoot();
  let turnEnds = performance.now() + TURN_MS;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    // What a process started before it ended unseen is in the next list.
    const names = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && !seen.has(name));
    if (names.length === 0) break;
    if (round === 0) kernelThreads.begin();
    for (const name of names) {
      seen.add(name);
      if (kernelThreads.has(name)) continue;
      const entry = parseStat(readOf(name, 'stat'));
      if (entry) kernelThreads.note(name, entry.parent);
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

const kernelThreads = new KernelThreads();

/** The marks of processes that were old enough at the last look. Reading an environment costs more than all the rest. */
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
 * The processes of a launch: those of its control group, those of its wrapper's session, without a group those with its
 * mark in their environment, and whatever descends from any of them. Never the wrapper.
 *
 * @param inGroup ids of the processes in its control group
 * @param mark undefined: the mark says nothing
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

/** Returns the chosen processes and their descendants. */
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
 * Kills until a look finds nothing more. What a look finds is killed before the time is asked for: on a loaded machine the
 * first look may take all of it.
 *
 * @param limitMs no further look begins after this
 * @returns whether nothing was left
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

/** Sends a signal to each; those that are gone already are no error. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // Gone, or not ours to signal: the next look tells.
    }
  }
}

/** A file of one process; empty when it is gone or not ours to read. */
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

/** All that a file of the kernel's has: a read that does not fill the buffer was the last one. */
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
