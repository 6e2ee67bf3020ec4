import { readFileSync, readdirSync } from 'node:fs';

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
export const readBootId = (): string => readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();

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

/**
 * Processes of a launch: those that carry its id in their environment (also when they forked with
 * setsid), those of its wrapper's session, and whatever descends from any of them. Never the wrapper.
 */
export function processesOf(launchId: string, wrapperPid: number | undefined): number[] {
  const entries = readAll();
  const mark = `PORTOLAN_LAUNCH_ID=${launchId}`;
  const found = new Set<number>();
  for (const entry of entries) {
    const inSession = wrapperPid !== undefined && entry.session === wrapperPid;
    if (inSession || environmentOf(entry.pid).includes(mark)) found.add(entry.pid);
  }
  for (let grown = true; grown;) {
    grown = false;
    for (const entry of entries) {
      if (found.has(entry.pid) || !found.has(entry.parent)) continue;
      found.add(entry.pid);
      grown = true;
    }
  }
  if (wrapperPid !== undefined) found.delete(wrapperPid);
  found.delete(process.pid);
  return [...found];
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

function readAll(): ProcessEntry[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readProcess(Number(name)))
    .filter((entry): entry is ProcessEntry => entry !== undefined && !entry.zombie);
}

function environmentOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0');
  } catch {
    return [];
  }
}
