import { writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { LaunchKind, StopReason, isLeaseBound } from '@portolan/launches';
import { AgentLog } from '../launch-directory/agent-log';
import type { LaunchDirectory } from '../launch-directory/launch-directory';
import { asFailure } from '../launch-directory/launch-failed';
import { DirectoryWatch } from '../process/directory-watch';
import { isAlive, signalLaunch } from '../process/process-table';
import { preventStart, readWrapperFiles, type WrapperFiles } from '../process/wrapper-files';
import { wrapperScript, type PreparedLaunch } from '../process/wrapper-script';
import { archiveLine, endLine, stopLine } from './agent-log-lines';
import { LaunchEnding } from './launch-ending';
import { LaunchStage, endBeforeStart, endNotStarted, type LaunchRecord, type NodeEnd } from './launch-record';
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
  private readonly ending: LaunchEnding;

  constructor(
    readonly record: LaunchRecord,
    private readonly node: LaunchSurroundings,
    /** Fulfilled when the claim is on the disk. */
    private readonly journaled: Promise<void> = Promise.resolve(),
  ) {
    this.directory = node.journal.directory(this.id);
    this.log = new AgentLog(this.directory, record.offer.kind === LaunchKind.Batch);
    this.ending = new LaunchEnding(record, node, this.directory, this.log);
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
    if (await this.ending.noteStop(stop)) await this.node.journal.save(this.record);
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

  /** Returns the time that the launch may still run, ms. */
  private timeLeft(): number {
    const { offer, process } = this.record;
    const { timeoutSeconds } = offer.limits;
    if (timeoutSeconds === undefined || !process) return Infinity;
    return process.startedAt + timeoutSeconds * 1000 - Date.now();
  }

  private enforceTimeLimit(): void {
    const { limits } = this.record.offer;
    if (this.record.stop || this.timeLeft() > 0) return;
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
    if (!stop) pause = Math.min(pause, this.timeLeft());
    if (process && sequence === 0) pause = Math.min(pause, this.untilStartReport());
    return Math.max(1, pause);
  }

  private async finish(seen: WrapperFiles): Promise<void> {
    const files = await this.ending.killRest(readWrapperFiles(this.directory, seen));
    this.noteProcess(files);
    await this.end(await this.ending.endOf(files));
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
    const masked = record.uncovered ? this.ending.maskSecrets() : undefined;
    if (masked) await Promise.race([masked, delay(MASK_WAIT_MS, undefined, { ref: false })]);
    record.end = end;
    record.stage = LaunchStage.Ended;
    await this.node.changed(record);
    this.closed = !record.uncovered;
    if (masked && !this.closed) await this.closeAfter(masked);
  }

  /** Masks the secrets of a launch whose end an earlier process of this node reported before masking. */
  async resumeMasking(): Promise<void> {
    await this.closeAfter(this.ending.maskSecrets());
  }

  /** Reports the launch again when its secrets are masked; only then may its archive begin. */
  private async closeAfter(masked: Promise<void>): Promise<void> {
    await masked;
    if (this.detached) return;
    await this.node.changed(this.record);
    this.closed = true;
  }
}
