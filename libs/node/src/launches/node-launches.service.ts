import { Injectable } from '@nestjs/common';
import { LaunchVerb, StopReason, type LaunchInstruction } from '@portolan/launches';
import { ServiceLogger } from '@portolan/service';
import { Subject } from 'rxjs';
import { LaunchCgroupsService } from '../cgroups/launch-cgroups.service';
import { NodeConfig } from '../config/node-config';
import { WorkDirectory } from '../identity/work-directory';
import type { AgentLog } from '../launch-directory/agent-log';
import { ProcessScan } from '../process/process-scan';
import { processesOf, type MarkedProcess } from '../process/process-table';
import { Spawner } from '../process/spawner';
import type { LeaseGuard, PreparedLaunch } from '../process/wrapper-script';
import { readWrapperFiles } from '../process/wrapper-files';
import { Capacity, type Share } from '../resources/capacity';
import { PortRange } from '../resources/port-range';
import { LaunchJournal } from './launch-journal';
import { LaunchPreparationService } from './launch-preparation.service';
import { LaunchStage, type LaunchRecord } from './launch-record';
import { LaunchRun } from './launch-run';
import type { LaunchSurroundings } from './launch-surroundings';
import { LaunchTracingService } from './launch-tracing.service';

/** Lease of an owner that has not sent its own duration yet, ms. */
const DEFAULT_LEASE_MS = 120_000;

/** All launches of this node, until their owners have stored their end. */
@Injectable()
export class NodeLaunchesService implements LaunchSurroundings {
  readonly capacity: Capacity;
  readonly journal: LaunchJournal;
  /** Emits records with a new sequence, which are to be reported. */
  readonly changes = new Subject<LaunchRecord>();
  /** Emits when capacity was released. */
  readonly freed = new Subject<void>();
  readonly spawner: Spawner;
  /** The process table, read once for all launches. */
  readonly scan = new ProcessScan();
  private readonly ports: PortRange;
  private readonly runs = new Map<string, LaunchRun>();
  /** Lease durations of owners, ms; wrappers of workers started from now on use them. */
  readonly leases = new Map<string, number>();
  private detached = false;

  constructor(
    readonly config: NodeConfig,
    private readonly work: WorkDirectory,
    private readonly preparation: LaunchPreparationService,
    readonly logger: ServiceLogger,
    private readonly tracing: LaunchTracingService,
    readonly cgroups: LaunchCgroupsService,
  ) {
    this.capacity = new Capacity({ slots: config.NODE_SLOTS, memoryMb: config.NODE_MEMORY_MB });
    this.ports = new PortRange(config.PORT_RANGE);
    this.journal = new LaunchJournal(work.path);
    this.spawner = new Spawner(this.journal.root, config.PATH, (error) =>
      logger.warn({ err: error }, 'spawner ended; it is started again'),
    );
  }

  /** Recovers the launches of an earlier process of this node. */
  async recover(): Promise<LaunchRecord[]> {
    await this.journal.open();
    this.cgroups.open();
    if (this.config.RUN_AS_USER === 'on') await this.work.letOthersThrough(this.journal.root);
    this.spawner.open();
    const records = await this.journal.readAll((launchId, error) =>
      this.logger.error({ err: error, launchId }, 'the journal of a launch is unreadable'),
    );
    for (const record of records) {
      const directory = this.journal.directory(record.offer.launchId);
      if (record.stage === LaunchStage.Claiming && readWrapperFiles(directory).begun)
        record.stage = LaunchStage.Held;
      const run = this.register(record);
      if (record.stage === LaunchStage.Held) void run.live();
      if (record.end && record.uncovered) void run.resumeMasking();
    }
    return records;
  }

  all(): LaunchRecord[] {
    return [...this.runs.values()].map((run) => run.record);
  }

  find(launchId: string): LaunchRecord | undefined {
    return this.runs.get(launchId)?.record;
  }

  /** Reports whether a launch that is not listed is one of an earlier process of this node, and not recovered yet. */
  isUnrecovered(launchId: string): Promise<boolean> {
    return this.journal.has(launchId);
  }

  /** Reserves capacity and ports, and writes the claim while the owner is asked. @returns undefined without room */
  async take(offer: LaunchRecord['offer'], token: string): Promise<LaunchRecord | undefined> {
    const id = offer.launchId;
    if (!this.capacity.reserve(id, shareOf(offer))) return undefined;
    try {
      const ports = await this.ports.give(id, offer.portVariables);
      if (!ports) {
        this.release(id);
        return undefined;
      }
      const record: LaunchRecord = { offer, token, ports, stage: LaunchStage.Claiming, sequence: 0 };
      const journaled = this.journal.create(record);
      // `begin` awaits this promise; if the launch never begins, a rejection must not end the process.
      journaled.catch(() => undefined);
      this.runs.set(id, new LaunchRun(record, this, journaled));
      return record;
    } catch (error) {
      this.release(id);
      throw error;
    }
  }

  /**
   * Begins a granted launch. The grant is not written: after a restart the node claims again and gets the same answer, or it finds
   * the process started, which only a grant allows.
   */
  begin(launchId: string): void {
    const run = this.runs.get(launchId);
    if (this.detached || run?.record.stage !== LaunchStage.Claiming) return;
    run.record.stage = LaunchStage.Held;
    void run.live();
  }

  /** Releases a launch that the owner did not grant. */
  async giveBack(launchId: string): Promise<void> {
    if (!this.runs.delete(launchId)) return;
    this.release(launchId);
    await this.journal.directory(launchId).forget();
  }

  /** @returns false when this node does not have the launch */
  async stop(launchId: string, reason: StopReason, killGraceMs: number, detail?: string): Promise<boolean> {
    const run = this.granted(launchId);
    await run?.stop(reason, killGraceMs, detail);
    return run !== undefined;
  }

  /** Carries out the owner's instruction for a launch whose claim was answered. */
  async carryOut(instruction: LaunchInstruction): Promise<void> {
    const { launchId, verb } = instruction;
    const run = this.granted(launchId);
    if (!run) return;
    if (verb === LaunchVerb.Forget && run.closed) return this.forget(launchId);
    const stated = verb === LaunchVerb.Stop ? instruction.killGraceMs : undefined;
    if (verb === LaunchVerb.Stop || verb === LaunchVerb.Forget)
      await run.stop(StopReason.Owner, stated ?? this.config.KILL_GRACE_MS);
  }

  /** Detaches from all launches: their processes continue. No further launch begins. */
  detachAll(): void {
    this.detached = true;
    for (const run of this.runs.values()) run.detach();
    this.spawner.close();
    this.cgroups.close();
  }

  private granted(launchId: string): LaunchRun | undefined {
    const run = this.runs.get(launchId);
    return run?.record.stage === LaunchStage.Claiming ? undefined : run;
  }

  private async forget(launchId: string): Promise<void> {
    const uncovered = this.find(launchId)?.uncovered;
    this.runs.delete(launchId);
    this.spawner.reap();
    this.release(launchId);
    await this.journal.directory(launchId).forget(uncovered);
  }

  private register(record: LaunchRecord): LaunchRun {
    const { launchId } = record.offer;
    const run = new LaunchRun(record, this);
    this.runs.set(launchId, run);
    if (record.end) {
      this.cgroups.remove(launchId);
      return run;
    }
    this.capacity.adopt(launchId, shareOf(record.offer));
    this.ports.adopt(launchId, record.ports);
    return run;
  }

  private release(launchId: string): void {
    this.capacity.release(launchId);
    this.ports.release(launchId);
    this.freed.next();
  }

  async changed(record: LaunchRecord): Promise<void> {
    record.sequence += 1;
    try {
      await this.journal.save(record);
    } catch (error) {
      // The files of the wrapper tell the next process; this process continues to report.
      this.logger.error({ err: error, launchId: record.offer.launchId }, 'journal could not be written');
    }
    if (record.end) {
      this.release(record.offer.launchId);
      this.cgroups.remove(record.offer.launchId);
    }
    if (record.end && !record.uncovered && !record.archive) this.tracing.ended(record);
    this.changes.next(record);
  }

  prepare(record: LaunchRecord, log: AgentLog, signal: AbortSignal): Promise<PreparedLaunch> {
    return this.preparation.prepare(record, this.journal.directory(record.offer.launchId), log, signal);
  }

  guardFor({ offer: { owner, limits } }: LaunchRecord): LeaseGuard {
    const leaseMs = this.leases.get(owner) ?? DEFAULT_LEASE_MS;
    // The owner counts on the grace that it has named.
    const killGraceMs = Math.min(this.config.KILL_GRACE_MS, limits.killGraceMs);
    return { leaseFile: this.work.leaseFile(owner), leaseMs, killGraceMs };
  }

  async processes(launchId: string, wrapperPid: number | undefined): Promise<number[]> {
    return this.processesOf(await this.scan.look(), launchId, wrapperPid);
  }

  /** Returns the processes of a launch, without its wrapper, from the process table. */
  processesOf(table: readonly MarkedProcess[], launchId: string, wrapperPid: number | undefined): number[] {
    const inGroup = this.cgroups.groups?.processes(launchId);
    const otherSessions = new Set<number>();
    for (const { record } of this.runs.values())
      if (record.process && record.offer.launchId !== launchId) otherSessions.add(record.process.pid);
    const { uid } = this.journal.directory(launchId);
    // Any process can set the mark, so it is ignored where the kernel lists the group.
    const mark = inGroup ? undefined : { launchId, uid, otherSessions };
    return processesOf(table, wrapperPid, inGroup ?? [], mark);
  }
}

/** Returns the resources that a launch takes. */
export const shareOf = (offer: LaunchRecord['offer']): Share => ({
  slots: offer.slots ?? 1,
  memoryMb: offer.limits.memoryMb,
});
