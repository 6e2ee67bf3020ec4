import { readFileSync } from 'node:fs';

/** Parent of all kernel threads. */
const KTHREADD = 2;
/** The kernel does not cycle through all pids within this time, ms. */
const MEMORY_MS = 500;

/**
 * Remembers kernel threads between two scans of the process table: a machine has hundreds, none of which can belong
 * to a launch. The kernel assigns pids in ascending order, so a pid it has not passed since then still belongs to the
 * same thread.
 */
export class KernelThreads {
  private known = new Set<string>();
  private found = new Set<string>();
  private latestPid = 0;
  private lookedAt = -Infinity;
  private isNew: (pid: number) => boolean = () => true;

  /** @param latest returns the last assigned pid @param clock monotonic, ms */
  constructor(
    private readonly latest: () => number = readLatestPid,
    private readonly clock: () => number = () => performance.now(),
  ) {}

  /** Starts a scan: called when the pids are listed, before any is read. */
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

  /** Reports whether a pid belongs to a kernel thread that the last scan saw. */
  has(pid: string): boolean {
    if (!this.known.has(pid) || this.isNew(Number(pid))) return false;
    this.found.add(pid);
    return true;
  }

  note(pid: string, parent: number): void {
    if (parent === KTHREADD) this.found.add(pid);
  }
}

function readLatestPid(): number {
  return Number(readFileSync('/proc/loadavg', 'latin1').trim().split(' ').at(-1));
}
