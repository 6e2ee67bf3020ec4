import { setTimeout as delay } from 'node:timers/promises';
import { ArchiveOutcome, LaunchKind, StopReason, type LaunchSnapshot } from '@portolan/launches';
import { oomKills, outOfMemoryLine } from '../limits/oom-kills';
import { DirectoryWatch } from '../process/directory-watch';
import { isAlive, killUntilNone, readBootId, signalAll } from '../process/process-table';
import type { Spawner } from '../process/spawner';
import { preventStart, readWrapperFiles, type WrapperFiles } from '../process/wrapper-files';
import { AgentLog } from './agent-log';
import { archiveLine, endLine, stopLine } from './agent-log-lines';
import { OUTPUT_FILES, type LaunchDirectory } from './launch-directory';
import {
  LaunchStage,
  UNSEEN_EXIT_CODE,
  endBeforeStart,
  endNotStarted,
  endOfProcess,
  type LaunchRecord,
  type NodeEnd,
} from './launch-record';
import { asFailure, writeStartScript } from './launch-start';
import type { LaunchSurroundings } from './launch-surroundings';

/** A start script that has not begun after this long is given up, ms. */
const START_LIMIT_MS = 30_000;
/** Between two looks at processes that have to go, ms. */
const KILL_STEP_MS = 50;
/**
 * How long a batch job's start is kept back, ms: of a job that is over by then one report tells all. Its owner notes
 * both states.
 */
const START_REPORT_MS = 250;
/** How long killed processes may take to vanish before the wrapper itself is killed, ms. */
const KILL_LIMIT_MS = 2000;

/**
 * One launch on this node, from the owner's go to the end of its last process. What it does is in the
 * journal before it is done, so that the next process of this node can take over at any point.
 */
export class LaunchRun {
  private readonly aborted = new AbortController();
  private watch: DirectoryWatch | undefined;
  private killAt: number | undefined;
  private detached = false;
  /** Its end is in the journal: nothing more is written for it. */
  private closed: boolean;
  private readonly directory: LaunchDirectory;
  private readonly log: AgentLog;
  private readonly oomKillsBefore = oomKills();

  constructor(
    readonly record: LaunchRecord,
    private readonly node: LaunchSurroundings,
    private readonly spawner: Spawner,
    /** Fulfilled when its claim is on the disk. */
    private readonly journaled: Promise<void> = Promise.resolve(),
  ) {
    this.directory = node.journal.directory(this.id);
    this.log = new AgentLog(this.directory, record.offer.kind === LaunchKind.Batch);
    this.closed = record.end !== undefined;
  }

  /** It is over and may be forgotten. */
  get isClosed(): boolean {
    return this.closed;
  }

  get id(): string {
    return this.record.offer.launchId;
  }

  /** Prepares, starts and watches, or takes over whatever of that was done before. Never rejects. */
  async live(): Promise<void> {
    while (!this.detached && !this.record.end) {
      try {
        const { begun } = readWrapperFiles(this.directory);
        if (begun && (await this.log.takeUp())) this.log.note('taken up again by the node');
        if (begun || (await this.begin())) await this.follow();
      } catch (error) {
        // A process may run, so nothing is given up here: out of descriptors, a full disk pass.
        this.node.logger.error({ err: error, launchId: this.id }, 'launch is looked at again');
        await delay(this.node.pollMs);
      }
    }
  }

  /**
   * Ends it: TERM now, KILL after the grace. A repeated stop may only shorten the grace.
   *
   * @param detail more about the reason, for people
   */
  async stop(reason: StopReason, killGraceMs: number, detail?: string): Promise<void> {
    if (this.record.end) return;
    this.hurry(killGraceMs);
    const stop = { reason, killGraceMs, ...(detail !== undefined && { detail }) };
    if (await this.noteStop(stop)) await this.node.journal.save(this.record);
    this.aborted.abort();
    this.watch?.wake();
  }

  /** Lets go of it: the process runs on, and the next process of this node takes it over. */
  detach(): void {
    this.detached = true;
    this.aborted.abort();
    this.watch?.close();
    void this.log.close();
  }

  /** @returns false when it ended before it had a process. */
  private async begin(): Promise<boolean> {
    const { record } = this;
    try {
      if (!record.stop) {
        await this.directory.renewJob();
        await this.log.open();
        const prepared = await this.node.prepare(record, this.directory, this.log, this.aborted.signal);
        const guard = record.offer.kind === LaunchKind.Worker ? this.node.guardFor(record) : undefined;
        writeStartScript(this.id, this.directory, prepared, guard);
        await this.journaled;
      }
    } catch (error) {
      if (this.detached) return false;
      if (!record.stop) {
        await this.endWithoutProcess(endNotStarted(asFailure(error)));
        return false;
      }
    }
    if (this.detached) return false;
    if (record.stop) {
      await this.endWithoutProcess(endBeforeStart(record.stop));
      return false;
    }
    this.spawner.start(this.id);
    return true;
  }

  /** Watches the process until it is over. */
  private async follow(): Promise<void> {
    const watch = new DirectoryWatch(this.directory.control);
    this.watch = watch;
    const since = performance.now();
    let signalled = false;
    let killed = false;
    let files: WrapperFiles | undefined;
    if (this.record.stop) this.hurry(this.record.stop.killGraceMs);
    while (!this.detached) {
      files = readWrapperFiles(this.directory, files);
      if (files.begun) this.spawner.settled(this.id);
      this.noteProcess(files);
      if (await this.isOver(files)) return this.finish(files);
      if (this.mayReportStart()) await this.node.changed(this.record);
      if (this.record.stop && !files.begun && (await preventStart(this.directory)))
        return this.endWithoutProcess(endBeforeStart(this.record.stop));
      if (!files.begun && performance.now() - since > START_LIMIT_MS && (await this.giveUpStart())) return;
      this.enforceTimeLimit();
      if (this.record.stop && files.wrapper && !signalled) {
        this.log.note(stopLine(this.record.stop));
        signalAll(await this.node.processes(this.id, files.wrapper.pid), 'SIGTERM');
        signalled = true;
      }
      if (this.killAt !== undefined && performance.now() >= this.killAt) {
        if (!killed) this.log.note('KILL to all its processes');
        killed = true;
        const left = await this.node.processes(this.id, files.wrapper?.pid);
        // Not a moment sooner: a process that can't start another one may end by that, with a code of its own.
        this.node.forbidForks(this.id);
        signalAll(left, 'SIGKILL');
      }
      await watch.next(this.pause());
    }
  }

  private async isOver(files: WrapperFiles): Promise<boolean> {
    if (files.exit) return true;
    if (!files.begun || (files.wrapper && isAlive(files.wrapper))) return false;
    // It may have recorded the exit between the two looks.
    await delay(KILL_STEP_MS);
    const again = readWrapperFiles(this.directory, files);
    return again.exit !== undefined || !(again.wrapper && isAlive(again.wrapper));
  }

  private noteProcess({ wrapper, child }: WrapperFiles): void {
    if (!wrapper || !child || this.record.process) return;
    this.record.process = { ...wrapper, childPid: child.pid, startedAt: child.startedAt };
    this.log.note(`process started, pid ${child.pid}`);
  }

  /** The start was not reported yet, and it is time. */
  private mayReportStart(): boolean {
    const { process, sequence } = this.record;
    return process !== undefined && sequence === 0 && this.startKeptMs() <= 0;
  }

  /** How long the report of the start is still kept back, ms. */
  private startKeptMs(): number {
    const { offer, process } = this.record;
    if (!process || offer.kind === LaunchKind.Worker) return 0;
    return process.startedAt + START_REPORT_MS - Date.now();
  }

  private enforceTimeLimit(): void {
    const { offer, process, stop } = this.record;
    const limit = offer.limits.timeoutSeconds;
    if (stop || limit === undefined || !process || Date.now() < process.startedAt + limit * 1000) return;
    this.record.stop = { reason: StopReason.Timeout, killGraceMs: offer.limits.killGraceMs };
    this.hurry(offer.limits.killGraceMs);
  }

  private hurry(killGraceMs: number): void {
    this.killAt = Math.min(this.killAt ?? Infinity, performance.now() + killGraceMs);
  }

  /** How long nothing has to be looked at, ms. */
  private pause(): number {
    const { offer, process, sequence, stop } = this.record;
    let pause = this.node.pollMs;
    if (stop) pause = KILL_STEP_MS;
    else if (process && offer.limits.timeoutSeconds !== undefined) {
      pause = Math.min(pause, process.startedAt + offer.limits.timeoutSeconds * 1000 - Date.now());
    }
    if (process && sequence === 0) pause = Math.min(pause, this.startKeptMs());
    return Math.max(1, pause);
  }

  private async giveUpStart(): Promise<boolean> {
    if (!(await preventStart(this.directory))) return false;
    const message = `the process was not started within ${START_LIMIT_MS / 1000} s`;
    await this.endWithoutProcess(endNotStarted({ code: 'startFailed', message, permanent: false }));
    return true;
  }

  /** Clears away what is left of the launch and reports how it ended. */
  private async finish(seen: WrapperFiles): Promise<void> {
    const files = readWrapperFiles(this.directory, seen);
    await this.killRest(files);
    const exit = files.exit ?? readWrapperFiles(this.directory, files).exit;
    if (!exit) {
      await this.directory.note('the process was killed or its machine restarted; how it ended is not known');
    }
    this.noteProcess(files);
    await this.checkFiles();
    const stop = this.record.stop ?? (await this.outOfMemory(exit?.code));
    const facts = { exit, stop, leaseLost: files.leaseLost, now: Date.now() };
    const setupFailed = await this.setupFailed();
    await this.end({
      ...endOfProcess(facts),
      ...(await this.outputSizes()),
      ...(setupFailed && { setupFailed }),
    });
  }

  /** The kernel killed something of it for its memory; without a group of its own: something of the node, and it was killed. */
  private async outOfMemory(exitCode = UNSEEN_EXIT_CODE): Promise<LaunchRecord['stop']> {
    const own = this.node.oomKills(this.id);
    const nodes = (oomKills() ?? 0) > (this.oomKillsBefore ?? 0);
    if (own === undefined ? !nodes || exitCode !== UNSEEN_EXIT_CODE : own === 0 || exitCode === 0)
      return undefined;
    const detail = outOfMemoryLine(this.record.offer.limits);
    await this.directory.note(detail);
    return { reason: StopReason.Memory, killGraceMs: 0, detail };
  }

  /** A job may be over before anybody has looked at its files: then it counts as ended because of them. */
  private async checkFiles(): Promise<void> {
    if (this.record.stop) return;
    const excess = await this.node.excess(this.record, this.directory);
    if (excess === undefined) return;
    await this.noteStop({ reason: StopReason.Files, killGraceMs: 0, detail: excess });
  }

  /** The first reason counts; what a launch uses too much of is told in its `stderr`. @returns false when there is one already */
  private async noteStop(stop: NonNullable<LaunchRecord['stop']>): Promise<boolean> {
    if (this.record.stop) return false;
    this.record.stop = stop;
    const isLimit = stop.reason === StopReason.Memory || stop.reason === StopReason.Files;
    if (isLimit && stop.detail !== undefined) await this.directory.note(stop.detail);
    return true;
  }

  private async setupFailed(): Promise<boolean> {
    const { setupMarker } = this.record.offer;
    return setupMarker !== undefined && (await this.directory.sizeInJob(setupMarker)) !== undefined;
  }

  private async killRest(files: WrapperFiles): Promise<void> {
    const { wrapper } = files;
    // After a reboot the pid means somebody else.
    const pid = wrapper?.bootId === readBootId() && isAlive(wrapper) ? wrapper.pid : undefined;
    this.node.forbidForks(this.id);
    await killUntilNone(() => this.node.processes(this.id, pid), KILL_LIMIT_MS);
    // Its whole group: the guard, which starts a `sleep` again and again, is in it.
    if (wrapper && pid !== undefined && files.exit && isAlive(wrapper)) signalAll([-pid], 'SIGKILL');
  }

  private async outputSizes(): Promise<Pick<LaunchSnapshot, 'stdoutBytes' | 'stderrBytes'>> {
    const sizes = OUTPUT_FILES.map((name) => this.directory.sizeInJob(name));
    const [stdoutBytes = 0, stderrBytes = 0] = await Promise.all(sizes);
    return { stdoutBytes, stderrBytes };
  }

  private async endWithoutProcess(end: NodeEnd): Promise<void> {
    this.spawner.settled(this.id);
    await this.end({ ...end, finishedAt: Date.now() });
  }

  private async end(end: NodeEnd): Promise<void> {
    this.watch?.close();
    this.log.note(endLine(end));
    this.log.note(archiveLine(this.record.offer));
    // Nothing is written once it is told: what is read now is what is archived.
    await this.log.close();
    if ((this.record.offer.secrets ?? []).length > 0) await this.conceal();
    this.record.end = end;
    this.record.stage = LaunchStage.Ended;
    await this.node.changed(this.record);
    this.closed = true;
  }

  /** Whatever becomes of it, the launch ends. */
  private async conceal(): Promise<void> {
    const { record, node } = this;
    try {
      const withheld = await node.conceal(this.directory);
      if (withheld === 0) return;
      node.logger.warn(
        { launchId: this.id, withheld },
        'output is withheld: secrets in it could not be covered',
      );
      await this.log.takeUp();
      this.log.note(`${withheld} files are withheld: secrets in them could not be covered`);
      await this.log.close();
    } catch (error) {
      node.logger.error(
        { err: error, launchId: this.id },
        'secrets could not be covered, nothing is archived',
      );
      if (record.offer.archive) record.archive = ArchiveOutcome.Failed;
    }
  }
}
