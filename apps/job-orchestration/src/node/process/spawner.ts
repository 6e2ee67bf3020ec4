import { spawn, type ChildProcess } from 'node:child_process';

/**
 * The helper that starts processes: a shell of one megabyte, for a fork of a large Node process blocks
 * it for as long as its memory is large. It reads launch ids and ends with our end of the pipe, without
 * touching what it started (each launch has a session of its own). It opens no file of a job: the start script does
 * that, once it is sure to be the only one. An empty line makes it look after
 * children that have ended. What it starts gets, as descriptor 9, a pipe to which nothing is ever written: it ends
 * with this process.
 */
const HELPER = `while read -r id; do
  if [ -n "$id" ]; then
    setsid sh "$1/$id/control/start.sh" </dev/null >/dev/null 2>&1 9<&3 3<&- &
  fi
  jobs >/dev/null
done`;

/** Starts launches through a helper process, which is started again when it dies. */
export class Spawner {
  private helper: ChildProcess | undefined;
  /** Told to the helper, not yet seen started: told again to the next helper (no launch can start twice). */
  private readonly pending = new Set<string>();
  private closed = false;

  /**
   * @param root directory of the launches' directories
   * @param path PATH to find `sh`, `setsid` and `env` with; processes start with no other variable of ours
   */
  constructor(
    private readonly root: string,
    private readonly path: string,
    private readonly onTrouble: (error: Error) => void,
  ) {}

  /** Brings the helper up ahead of the first launch. Does nothing after {@link close}. */
  open(): void {
    this.running();
  }

  /**
   * Runs the start script of a launch; its standard output and error go to the files of its directory. After
   * {@link close} nothing is started: the launch is in the journal, and the next process of this node starts it.
   */
  start(launchId: string): void {
    this.pending.add(launchId);
    this.running()?.stdin?.write(`${launchId}\n`);
  }

  /** A launch has ended: its wrapper should not stay in the process table. */
  reap(): void {
    this.helper?.stdin?.write('\n');
  }

  /** The launch was seen started, or is over. */
  settled(launchId: string): void {
    this.pending.delete(launchId);
  }

  /** Ends the helper for good; what it started goes on. */
  close(): void {
    this.closed = true;
    this.helper?.stdin?.end();
    this.helper?.stdio[3]?.destroy();
    this.helper = undefined;
  }

  /** Process id of the helper, for figures and tests. */
  get pid(): number | undefined {
    return this.helper?.pid;
  }

  /** The helper, started when there is none; none after {@link close}, for nobody would end it. */
  private running(): ChildProcess | undefined {
    if (this.helper || this.closed) return this.helper;
    const helper = spawn('/bin/sh', ['-c', HELPER, 'portolan-spawner', this.root], {
      // A session of its own: Ctrl-C in the terminal is for the service alone.
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
      env: { PATH: absoluteOf(this.path) },
    });
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

/** The start script looks programs up, maybe as root, in the directory of the job: nothing that is there may be found. */
const absoluteOf = (path: string): string =>
  path
    .split(':')
    .filter((folder) => folder.startsWith('/'))
    .join(':');
