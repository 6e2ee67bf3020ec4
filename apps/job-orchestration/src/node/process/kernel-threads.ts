import { readFileSync } from 'node:fs';

/** Parent of all kernel threads. */
const KTHREADD = 2;
/** The kernel does not give out all its pids within this time, ms. */
const MEMORY_MS = 500;

/**
 * Remembers kernel threads from one look at the table of processes to the next: a machine has hundreds, none of which will ever
 * belong to a launch. The kernel gives pids out in turn, so one that it has not come past since then still is the same.
 */
export class KernelThreads {
  private known = new Set<string>();
  private found = new Set<string>();
  private latestPid = 0;
  private lookedAt = -Infinity;
  private isNew: (pid: number) => boolean = () => true;

  /** @param latest the pid that was given out last. @param clock monotonic, ms */
  constructor(
    private readonly latest: () => number = readLatestPid,
    private readonly clock: () => number = () => performance.now(),
  ) {}

  /** To be called when a look has listed the pids there are, before it reads of any. */
  begin(): void {
    const [from, to] = [this.latestPid, this.latest()];
    const now = this.clock();
    const forgotten = now - this.lookedAt > MEMORY_MS;
    this.isNew = (pid) => forgotten || (from <= to ? pid > from && pid <= to : pid > from || pid <= to);
    this.known = this.found;
    this.found = new Set();
    this.latestPid = to;
    this.lookedAt = now;
  }

  /** Tells whether a pid is that of a kernel thread which was seen at the last look. */
  has(pid: string): boolean {
    if (!this.known.has(pid) || this.isNew(Number(pid))) return false;
    this.found.add(pid);
    return true;
  }

  /** Notes what was read of a process. */
  note(pid: string, parent: number): void {
    if (parent === KTHREADD) this.found.add(pid);
  }
}

/** The pid that was given out last. */
function readLatestPid(): number {
  return Number(readFileSync('/proc/loadavg', 'latin1').trim().split(' ').at(-1));
}
