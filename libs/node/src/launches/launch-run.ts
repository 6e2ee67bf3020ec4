import { writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { ArchiveOutcome, LaunchKind, LaunchOutcome, StopReason, isLeaseBound } from '@portolan/launches';
import { AgentLog } from '../launch-directory/agent-log';
import { OUTPUT_FILES, type LaunchDirectory } from '../launch-directory/launch-directory';
import { readLastLine } from '../launch-directory/last-line';
import { asFailure } from '../launch-directory/launch-failed';
import { DirectoryWatch } from '../process/directory-watch';
import { isAlive, killUntilNone, readBootId, signalAll, signalLaunch } from '../process/process-table';
import { wrapperScript, type PreparedLaunch } from '../process/wrapper-script';
import { preventStart, readWrapperFiles, type WrapperFiles } from '../process/wrapper-files';
import { maskOutput } from '../secrets/mask-output';
import { exceededFileLimit, fileLimits } from '../limits/file-limits';
import { oomKills, outOfMemoryLine } from '../limits/memory-limits';
import { timeLeft } from '../limits/time-limit';
import { archiveLine, endLine, stopLine } from './agent-log-lines';
import {
  LaunchStage,
  UNSEEN_EXIT_CODE,
  endBeforeStart,
  endNotStarted,
  endOfProcess,
  type LaunchRecord,
  type LaunchStop,
  type NodeEnd,
} from './launch-record';
import type { LaunchSurroundings } from './launch-surroundings';

/** Time limit for the beginning of a wrapper script, ms. */
const START_LIMIT_MS = 30_000;
const START_OVERDUE = endNotStarted({
  code: 'startFailed',
  message: `the process was not started within ${START_LIMIT_MS / 1000} s`,
  permanent: false,
});
/** Interval of the checks while processes are being killed, ms. */
const KILL_STEP_MS = 50;
/** Delay of a batch job's start report, ms: one report suffices for a job that has ended by then. */
const START_REPORT_MS = 250;
/** Limit for which the report of the end waits for masking, ms: enough to mask and archive small outputs. */
const MASK_WAIT_MS = 1000;
/** Limit for which the end waits for the check of its files, ms. */
const FILES_LOOK_LIMIT_MS = 30_000;
/** Grace for killed processes to vanish before the wrapper itself is killed, ms. */
const KILL_LIMIT_MS = 2000;

/**
 * One launch, from the granted claim to its last process. Each step is in the journal before it is taken, so that the next
 * process of the node can take over.
 */
export class LaunchRun {
  private readonly aborted = new AbortController();
  private watch: DirectoryWatch | undefined;
  private killAt: number | undefined;
  private detached = false;
  /** The end is in the journal, and nothing more is written: the launch may be forgotten. */
  closed: boolean;
  private readonly directory: LaunchDirectory;
  private readonly log: AgentLog;
  private readonly oomKillsBefore = oomKills();

  constructor(
    readonly record: LaunchRecord,
    private readonly node: LaunchSurroundings,
    /** Fulfilled when the claim is on the disk. */
    private readonly journaled: Promise<void> = Promise.resolve(),
  ) {
    this.directory = node.journal.directory(this.id);
    this.log = new AgentLog(this.directory, record.offer.kind === LaunchKind.Batch);
    this.closed = record.end !== undefined && !record.uncovered;
  }

  get id(): string {
    return this.record.offer.launchId;
  }

  /** Prepares, starts and watches the launch, or resumes from any of these steps. Never rejects. */
  async live(): Promise<void> {
    while (!this.detached && !this.record.end) {
      try {
        const { begun } = readWrapperFiles(this.directory);
        if (begun && (await this.log.takeUp())) this.log.note('recovered by the node');
        if (begun || (await this.begin())) await this.follow();
      } catch (error) {
        // A process may be running, so errors are retried: full disks and exhausted descriptors pass.
        this.node.logger.error({ err: error, launchId: this.id }, 'launch step failed; it will be retried');
        await delay(this.node.config.PROCESS_POLL_MS);
      }
    }
  }

  /** Ends the launch: TERM now, KILL after the grace. A repeated stop may only shorten the grace. */
  async stop(reason: StopReason, killGraceMs: number, detail?: string): Promise<void> {
    if (this.record.end) return;
    this.killWithin(killGraceMs);
    const stop = { reason, killGraceMs, ...(detail !== undefined && { detail }) };
    if (await this.noteStop(stop)) await this.node.journal.save(this.record);
    this.aborted.abort();
    this.watch?.wake();
  }

  /** Stops watching: the process continues, and the next process of this node takes over. */
  detach(): void {
    this.detached = true;
    this.aborted.abort();
    this.watch?.close();
    void this.log.close();
  }

  /** @returns false when the launch ended before its process started */
  private async begin(): Promise<boolean> {
    const { record } = this;
    try {
      if (!record.stop) {
        await this.directory.renewJob();
        this.log.open();
        const prepared = await this.node.prepare(record, this.log, this.aborted.signal);
        this.writeStartScript(prepared);
        await this.journaled;
      }
    } catch (error) {
      if (!this.detached && !record.stop) await this.endWithoutProcess(endNotStarted(asFailure(error)));
    }
    if (this.detached || record.end) return false;
    if (record.stop) {
      await this.endWithoutProcess(endBeforeStart(record.stop));
      return false;
    }
    this.node.spawner.start(this.id);
    return true;
  }

  private writeStartScript(prepared: PreparedLaunch): void {
    const { root: launch, control, job: directory } = this.directory;
    const guard = isLeaseBound(this.record.offer) ? this.node.guardFor(this.record) : undefined;
    const script = wrapperScript({ launchId: this.id, launch, control, directory, ...prepared, guard });
    writeFileSync(this.directory.inControl('start.sh'), script, { mode: 0o600 });
  }

  private async follow(): Promise<void> {
    const watch = new DirectoryWatch(this.directory.control);
    this.watch = watch;
    const since = performance.now();
    let signalled = false;
    let killed = false;
    let files: WrapperFiles | undefined;
    if (this.record.stop) this.killWithin(this.record.stop.killGraceMs);
    while (!this.detached) {
      files = readWrapperFiles(this.directory, files);
      if (files.begun) this.node.spawner.settled(this.id);
      this.noteProcess(files);
      if (await this.isOver(files)) return this.finish(files);
      if (this.mayReportStart()) await this.node.changed(this.record);
      if (this.record.stop && !files.begun && (await preventStart(this.directory)))
        return this.endWithoutProcess(endBeforeStart(this.record.stop));
      const overdue = !files.begun && performance.now() - since > START_LIMIT_MS;
      if (overdue && (await preventStart(this.directory))) return this.endWithoutProcess(START_OVERDUE);
      this.enforceTimeLimit();
      if (this.record.stop && files.wrapper && !signalled) {
        this.log.note(stopLine(this.record.stop));
        signalled = true;
        await this.signal('SIGTERM', files.wrapper.pid);
      }
      if (this.killAt !== undefined && performance.now() >= this.killAt) {
        if (!killed) this.log.note('KILL to all its processes');
        killed = true;
        await this.signal('SIGKILL', files.wrapper?.pid);
      }
      await watch.next(this.pause());
    }
  }

  private async signal(signal: 'SIGTERM' | 'SIGKILL', wrapperPid: number | undefined): Promise<void> {
    const { groups } = this.node.cgroups;
    const inGroup = groups?.processes(this.id) ?? [];
    // Not earlier than its KILL: a process whose fork fails may end with an exit code of its own.
    if (signal === 'SIGKILL') groups?.forbidForks(this.id);
    await signalLaunch(signal, inGroup, () => this.node.processes(this.id, wrapperPid));
  }

  private async isOver(files: WrapperFiles): Promise<boolean> {
    if (files.exit) return true;
    if (!files.begun || files.beginning || (files.wrapper && isAlive(files.wrapper))) return false;
    // The wrapper may have recorded the exit between the two checks.
    await delay(KILL_STEP_MS);
    const again = readWrapperFiles(this.directory, files);
    return again.exit !== undefined || !(again.wrapper && isAlive(again.wrapper));
  }

  private noteProcess({ wrapper, child }: WrapperFiles): void {
    if (!wrapper || !child || this.record.process) return;
    this.record.process = { ...wrapper, childPid: child.pid, startedAt: child.startedAt };
    this.log.note(`process started, pid ${child.pid}`);
  }

  private mayReportStart(): boolean {
    const { process, sequence } = this.record;
    return process !== undefined && sequence === 0 && this.untilStartReport() <= 0;
  }

  /** Returns the time until the start may be reported, ms. */
  private untilStartReport(): number {
    const { offer, process } = this.record;
    if (!process || offer.kind === LaunchKind.Worker) return 0;
    return process.startedAt + START_REPORT_MS - Date.now();
  }

  private timeLeft(): number | undefined {
    const { offer, process } = this.record;
    return timeLeft(offer.limits, process?.startedAt, Date.now());
  }

  private enforceTimeLimit(): void {
    const { limits } = this.record.offer;
    if (this.record.stop || (this.timeLeft() ?? Infinity) > 0) return;
    this.record.stop = { reason: StopReason.Timeout, killGraceMs: limits.killGraceMs };
    this.killWithin(limits.killGraceMs);
  }

  private killWithin(killGraceMs: number): void {
    this.killAt = Math.min(this.killAt ?? Infinity, performance.now() + killGraceMs);
  }

  /** Returns the time until the next check is needed, ms. */
  private pause(): number {
    const { process, sequence, stop } = this.record;
    let pause = stop ? KILL_STEP_MS : this.node.config.PROCESS_POLL_MS;
    if (!stop) pause = Math.min(pause, this.timeLeft() ?? Infinity);
    if (process && sequence === 0) pause = Math.min(pause, this.untilStartReport());
    return Math.max(1, pause);
  }

  private async finish(seen: WrapperFiles): Promise<void> {
    const files = readWrapperFiles(this.directory, seen);
    await this.killRest(files);
    const exit = files.exit ?? readWrapperFiles(this.directory, files).exit;
    if (!exit)
      await this.directory.note('the process was killed or its machine restarted; its exit code is unknown');
    this.noteProcess(files);
    await this.checkFiles();
    const stop = this.record.stop ?? (await this.outOfMemory(exit?.code));
    const end = endOfProcess({ ...files, exit }, stop);
    const { setupMarker } = this.record.offer;
    const paths = [...OUTPUT_FILES, ...(setupMarker === undefined ? [] : [setupMarker])];
    const [stdoutBytes = 0, stderrBytes = 0, marker] = await this.directory.sizesInJob(paths);
    const setupFailed = marker !== undefined;
    const lastLine = await this.lastLine(end);
    const sizes = { stdoutBytes, stderrBytes };
    await this.end({ ...end, ...sizes, ...(setupFailed && { setupFailed }), ...(lastLine && { lastLine }) });
  }

  /** Returns why a worker failed by its own words; nothing where they could contain secrets. */
  private async lastLine({ outcome, exitCode }: NodeEnd): Promise<string | undefined> {
    const { kind, secrets = [] } = this.record.offer;
    const hasFailed = outcome === LaunchOutcome.Exited && exitCode !== 0;
    return hasFailed && kind === LaunchKind.Worker && secrets.length === 0
      ? readLastLine(this.directory)
      : undefined;
  }

  /** Reports whether the kernel killed a process of the launch's group for lack of memory; without one, of the node. */
  private async outOfMemory(exitCode = UNSEEN_EXIT_CODE): Promise<LaunchStop | undefined> {
    const own = this.node.cgroups.groups?.oomKills(this.id);
    const nodes = (oomKills() ?? 0) > (this.oomKillsBefore ?? 0);
    if (own === undefined ? !nodes || exitCode !== UNSEEN_EXIT_CODE : own === 0 || exitCode === 0)
      return undefined;
    const detail = outOfMemoryLine(this.record.offer.limits);
    await this.directory.note(detail);
    return { reason: StopReason.Memory, killGraceMs: 0, detail };
  }

  /** A job may end before its files were checked: it then ends because of them. */
  private async checkFiles(): Promise<void> {
    if (this.record.stop || this.record.offer.kind !== LaunchKind.Batch) return;
    const limits = fileLimits(this.node.config);
    const excess = await exceededFileLimit(
      this.directory.job,
      limits,
      AbortSignal.timeout(FILES_LOOK_LIMIT_MS),
    );
    if (excess !== undefined)
      await this.noteStop({ reason: StopReason.Files, killGraceMs: 0, detail: excess });
  }

  /** Records the first stop reason; an exceeded limit also goes to `stderr`. @returns false when there is one */
  private async noteStop(stop: LaunchStop): Promise<boolean> {
    if (this.record.stop) return false;
    this.record.stop = stop;
    const isLimit = stop.reason === StopReason.Memory || stop.reason === StopReason.Files;
    if (isLimit && stop.detail !== undefined) await this.directory.note(stop.detail);
    return true;
  }

  private async killRest(files: WrapperFiles): Promise<void> {
    const { wrapper } = files;
    // After a reboot the pid may belong to another process.
    const pid = wrapper?.bootId === readBootId() && isAlive(wrapper) ? wrapper.pid : undefined;
    const { groups } = this.node.cgroups;
    groups?.forbidForks(this.id);
    signalAll(groups?.processes(this.id) ?? [], 'SIGKILL');
    // After a recorded exit, no process of the launch has yet to join its group: an empty one spares a search of all processes.
    const isEmpty = (): boolean => files.exit !== undefined && groups?.processes(this.id)?.length === 0;
    await killUntilNone(async () => (isEmpty() ? [] : this.node.processes(this.id, pid)), KILL_LIMIT_MS);
    // Kills the whole group, which includes the guard and its `sleep`.
    if (wrapper && pid !== undefined && files.exit && isAlive(wrapper)) signalAll([-pid], 'SIGKILL');
  }

  private async endWithoutProcess(end: NodeEnd): Promise<void> {
    this.node.spawner.settled(this.id);
    await this.end({ ...end, finishedAt: Date.now() });
  }

  private async end(end: NodeEnd): Promise<void> {
    this.watch?.close();
    this.log.note(endLine(end));
    this.log.note(archiveLine(this.record.offer));
    // The log is closed before the report, because the archive is made from the files as they are then.
    await this.log.close();
    const { record } = this;
    record.uncovered = (record.offer.secrets ?? []).length > 0;
    const masked = record.uncovered ? this.maskSecrets() : undefined;
    if (masked) await Promise.race([masked, delay(MASK_WAIT_MS, undefined, { ref: false })]);
    record.end = end;
    record.stage = LaunchStage.Ended;
    await this.node.changed(record);
    this.closed = !record.uncovered;
    if (masked && !this.closed) await this.closeAfter(masked);
  }

  /** Masks the secrets of a launch whose end an earlier process of this node reported before masking. */
  async resumeMasking(): Promise<void> {
    await this.closeAfter(this.maskSecrets());
  }

  /** Reports the launch again when its secrets are masked; only then may its archive begin. */
  private async closeAfter(masked: Promise<void>): Promise<void> {
    await masked;
    if (this.detached) return;
    await this.node.changed(this.record);
    this.closed = true;
  }

  /** Masks secrets in the output of the launch. Never rejects: the end of the launch does not always wait for it. */
  private async maskSecrets(): Promise<void> {
    const { record, node, directory } = this;
    try {
      const { fileBytes } = fileLimits(node.config);
      const withheld = await maskOutput(directory, { fileBytes, ms: node.config.SECRETS_COVER_LIMIT_MS });
      record.uncovered = false;
      if (withheld === 0) return;
      const facts = { launchId: this.id, withheld };
      node.logger.warn(facts, 'output is withheld: its secrets could not be masked');
      await this.log.takeUp();
      this.log.note(`${withheld} files are withheld: their secrets could not be masked`);
      await this.log.close();
    } catch (error) {
      const what = 'secrets could not be masked; nothing is archived or shown';
      node.logger.error({ err: error, launchId: this.id }, what);
      if (record.offer.archive) record.archive = ArchiveOutcome.Failed;
    }
  }
}
