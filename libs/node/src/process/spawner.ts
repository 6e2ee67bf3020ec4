import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';

/**
 * The helper process that starts launches: a shell of one megabyte, because forking a large Node.js process blocks it
 * in proportion to its memory. It reads launch ids and ends when the node closes the pipe, without affecting the
 * launches (each has its own session). It opens no file of a job; the wrapper script does that once it is sure to be
 * the only one. An empty line makes it reap ended children. The launches inherit, as descriptor 9, a pipe that is
 * never written to and ends with the node. A shell starts its background processes with INT and QUIT ignored; the argument of the
 * wrapper script undoes that where `env` can (GNU coreutils 8.31 and newer).
 */
const HELPER = `signals=--default-signal=INT,QUIT
env "$signals" true 2>/dev/null || signals=
while read -r id; do
  if [ -n "$id" ]; then
    setsid sh "$1/$id/control/start.sh" "$signals" </dev/null >/dev/null 2>&1 9<&3 3<&- &
  fi
  jobs >/dev/null
done`;

/** Starts launches through a helper process and restarts the helper when it dies. */
export class Spawner {
  private helper: ChildProcess | undefined;
  /** Sent to the helper and not yet seen started: sent again to the next helper. No launch can start twice. */
  private readonly pending = new Set<string>();
  private closed = false;

  /** @param path PATH to find `sh`, `setsid` and `env`; processes start without any other variable of the node */
  constructor(
    private readonly root: string,
    private readonly path: string,
    private readonly onTrouble: (error: Error) => void,
  ) {}

  /** Starts the helper ahead of the first launch. Does nothing after {@link close}. */
  open(): void {
    this.running();
  }

  /** Runs the wrapper script of a launch; after {@link close} the next process of the node does. */
  start(launchId: string): void {
    this.pending.add(launchId);
    this.running()?.stdin?.write(`${launchId}\n`);
  }

  /** Reaps the wrappers of ended launches from the process table. */
  reap(): void {
    this.helper?.stdin?.write('\n');
  }

  settled(launchId: string): void {
    this.pending.delete(launchId);
  }

  close(): void {
    this.closed = true;
    this.helper?.stdin?.end();
    this.helper?.stdio[3]?.destroy();
    this.helper = undefined;
  }

  /** Process id of the helper, for metrics and tests. */
  get pid(): number | undefined {
    return this.helper?.pid;
  }

  /** Returns the helper, starting it if necessary; undefined after {@link close}. */
  private running(): ChildProcess | undefined {
    if (this.helper || this.closed) return this.helper;
    const nothing = openSync('/dev/null', 'r');
    const helper = spawn('/bin/sh', ['-c', HELPER, 'portolan-spawner', this.root], {
      // In its own session, so that Ctrl-C in the terminal reaches the service alone.
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore', 'pipe', ...covered(GONE, nothing)],
      env: { PATH: absoluteOf(this.path) },
    });
    closeSync(nothing);
    this.helper = helper;
    const gone = (error: Error): void => {
      if (this.closed || this.helper !== helper) return;
      this.helper = undefined;
      this.onTrouble(error);
      if (this.pending.size > 0) this.running()?.stdin?.write([...this.pending, ''].join('\n'));
    };
    helper.on('error', gone);
    helper.on('exit', (code, signal) =>
      gone(new Error(`the spawner ended (${signal ?? code ?? 'unknown'})`)),
    );
    helper.stdin?.on('error', () => undefined);
    helper.stdio[3]?.on('error', () => undefined);
    helper.unref();
    return helper;
  }
}

/** Descriptor of the helper that ends with the node. */
const GONE = 3;

/** Returns what the helper gets above a descriptor: `nothing` in place of those that it would inherit, which no job may have. */
function covered(descriptor: number, nothing: number): (number | 'ignore')[] {
  const inherited = inheritedDescriptors(descriptor);
  const above = Array.from(
    { length: Math.max(descriptor, ...inherited) - descriptor },
    () => 'ignore' as const,
  );
  return above.map((ignored, index) => (inherited.includes(descriptor + 1 + index) ? nothing : ignored));
}

/** The wrapper script, possibly run by root, looks programs up: a relative path could find a program of the job. */
const absoluteOf = (path: string): string =>
  path
    .split(':')
    .filter((folder) => folder.startsWith('/'))
    .join(':');

const O_CLOEXEC = 0o2_000_000;
/** A new process gets a list up to the highest descriptor. */
const HIGHEST = 65_535;

/**
 * Returns the descriptors above `lowest` that a new process would inherit. Node.js marks the first sixteen that its own parent left
 * open; higher ones, such as those of a lock or a supervisor's pipe, would be passed on to every job.
 */
function inheritedDescriptors(lowest: number): number[] {
  return readdirSync('/proc/self/fdinfo')
    .map(Number)
    .filter((descriptor) => descriptor > lowest && descriptor <= HIGHEST && isInherited(descriptor));
}

function isInherited(descriptor: number): boolean {
  try {
    const [, flags] =
      /^flags:\s*([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, 'latin1')) ?? [];
    return flags !== undefined && (Number.parseInt(flags, 8) & O_CLOEXEC) === 0;
  } catch {
    // Closed meanwhile.
    return false;
  }
}
