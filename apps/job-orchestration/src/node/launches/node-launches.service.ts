import { Injectable } from '@nestjs/common';
import {
  LaunchKind,
  LaunchVerb,
  StopReason,
  type ArchiveOutcome,
  type LaunchInstruction,
} from '@portolan/launches';
import { ServiceLogger } from '@portolan/service';
import { Subject } from 'rxjs';
import { handOver } from '../accounts/hand-over';
import { runAs } from '../accounts/run-as';
import { Capacity, type Share } from '../capacity';
import { LaunchCgroups } from '../cgroups/launch-cgroups.service';
import { excessIn, fileLimits } from '../limits/directory-usage';
import { NodeConfig } from '../node-config';
import { PortRange } from '../port-range';
import { Downloads } from '../preparation/download/downloads.service';
import { prepareLaunch, type PreparationTools } from '../preparation/prepare-launch';
import { ProcessScan } from '../process/process-scan';
import { processesOf, type MarkedProcess } from '../process/process-table';
import { Spawner } from '../process/spawner';
import { readWrapperFiles } from '../process/wrapper-files';
import { concealSecrets, provideSecrets } from '../secrets/launch-secrets';
import { SecretProvider } from '../secrets/secret-provider';
import { WorkDirectory } from '../work-directory';
import { bindAddress } from './bind-address';
import type { LaunchLog } from './agent-log';
import { setUpLine } from './agent-log-lines';
import type { LaunchDirectory } from './launch-directory';
import { LaunchJournal } from './launch-journal';
import { LaunchStage, type LaunchRecord } from './launch-record';
import { LaunchRun } from './launch-run';
import { LaunchTracing } from './launch-tracing.service';
import type { LaunchSurroundings, PreparedLaunch } from './launch-surroundings';

/** Lease of an owner that has not told its own yet, ms. */
const DEFAULT_LEASE_MS = 120_000;
/** The end of a launch waits no longer for a look at its files, ms. */
const FILES_LOOK_LIMIT_MS = 30_000;

/** All launches that this node has taken on, until their owners know how they ended. */
@Injectable()
export class NodeLaunches {
  readonly capacity: Capacity;
  readonly journal: LaunchJournal;
  /** Records that have a new sequence and are to be reported. */
  readonly changes = new Subject<LaunchRecord>();
  /** Room was made. */
  readonly freed = new Subject<void>();
  readonly spawner: Spawner;
  /** The table of processes, looked at for all launches together. */
  readonly scan = new ProcessScan();
  private readonly ports: PortRange;
  private readonly runs = new Map<string, LaunchRun>();
  private readonly surroundings: LaunchSurroundings;
  private readonly leases = new Map<string, number>();
  private detached = false;

  constructor(
    private readonly config: NodeConfig,
    private readonly work: WorkDirectory,
    private readonly downloads: Downloads,
    private readonly secrets: SecretProvider,
    private readonly logger: ServiceLogger,
    private readonly tracing: LaunchTracing,
    readonly cgroups: LaunchCgroups,
  ) {
    this.capacity = new Capacity({ slots: config.NODE_SLOTS, memoryMb: config.NODE_MEMORY_MB });
    this.ports = new PortRange(config.PORT_RANGE);
    this.journal = new LaunchJournal(work.path);
    this.spawner = new Spawner(this.journal.root, config.PATH, (error) =>
      logger.warn({ err: error }, 'spawner is started again'),
    );
    this.surroundings = this.makeSurroundings();
  }

  /** Takes back what an earlier process of this node had taken on. */
  async recover(): Promise<LaunchRecord[]> {
    await this.journal.open();
    this.cgroups.open();
    if (this.config.RUN_AS_USER === 'on') await this.work.letOthersThrough(this.journal.root);
    this.spawner.open();
    const records = await this.journal.readAll((launchId, error) =>
      this.logger.error({ err: error, launchId }, 'the journal of a launch is unreadable'),
    );
    for (const record of records) {
      if (record.stage === LaunchStage.Claiming && this.hasBegun(record)) record.stage = LaunchStage.Held;
      const run = this.register(record);
      if (record.stage === LaunchStage.Held) void run.live();
    }
    return records;
  }

  /** Records of all launches, oldest first. */
  all(): LaunchRecord[] {
    return [...this.runs.values()].map((run) => run.record);
  }

  /** The record of a launch that this node has. */
  find(launchId: string): LaunchRecord | undefined {
    return this.runs.get(launchId)?.record;
  }

  /** Tells whether there is room for a launch now, ports apart. */
  fits(offer: LaunchRecord['offer']): boolean {
    return this.capacity.fits(shareOf(offer));
  }

  /**
   * Sets room and ports aside and writes the claim down before anybody is asked; the way to the disk takes as long as the
   * question. @returns undefined without room
   */
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
      // Who begins the launch waits for it; one that is not begun must not end the process.
      journaled.catch(() => undefined);
      this.runs.set(id, new LaunchRun(record, this.surroundings, this.spawner, journaled));
      return record;
    } catch (error) {
      this.release(id);
      throw error;
    }
  }

  /**
   * The owner said go. That is not written down: whoever finds the claim in the journal asks again and gets
   * the same answer, or finds the process begun, which no other answer leads to.
   */
  begin(launchId: string): void {
    const run = this.runs.get(launchId);
    if (this.detached || run?.record.stage !== LaunchStage.Claiming) return;
    run.record.stage = LaunchStage.Held;
    void run.live();
  }

  /** The owner did not give it. */
  async giveBack(launchId: string): Promise<void> {
    if (!this.runs.delete(launchId)) return;
    this.release(launchId);
    await this.journal.directory(launchId).forget();
  }

  /** @returns false for a launch that this node does not have (any more) */
  async stop(launchId: string, reason: StopReason, killGraceMs: number, detail?: string): Promise<boolean> {
    const run = this.runs.get(launchId);
    if (!run || run.record.stage === LaunchStage.Claiming) return false;
    await run.stop(reason, killGraceMs, detail);
    return true;
  }

  /** Does what the owner says of a launch whose claim was answered. */
  async carryOut(instruction: LaunchInstruction): Promise<void> {
    const { launchId, verb } = instruction;
    const run = this.runs.get(launchId);
    if (!run || run.record.stage === LaunchStage.Claiming) return;
    if (verb === LaunchVerb.Stop)
      await run.stop(StopReason.Owner, instruction.killGraceMs ?? this.config.KILL_GRACE_MS);
    if (verb !== LaunchVerb.Forget) return;
    if (run.isClosed) await this.forget(launchId);
    else await run.stop(StopReason.Owner, this.config.KILL_GRACE_MS);
  }

  /** What became of the archive of a launch that is over; reported like everything else. */
  async archived(record: LaunchRecord, outcome: ArchiveOutcome): Promise<void> {
    record.archive = outcome;
    await this.changed(record);
  }

  /** What a lease with an owner lasts; wrappers of workers that start from now on watch it. */
  setLease(owner: string, leaseMs: number): void {
    this.leases.set(owner, leaseMs);
  }

  /** Lets go of all launches: their processes run on. None is begun any more. */
  detachAll(): void {
    this.detached = true;
    for (const run of this.runs.values()) run.detach();
    this.spawner.close();
    this.cgroups.close();
  }

  private async forget(launchId: string): Promise<void> {
    this.runs.delete(launchId);
    this.spawner.reap();
    this.release(launchId);
    await this.journal.directory(launchId).forget();
  }

  private hasBegun(record: LaunchRecord): boolean {
    return readWrapperFiles(this.journal.directory(record.offer.launchId)).begun;
  }

  private register(record: LaunchRecord): LaunchRun {
    const { launchId } = record.offer;
    const run = new LaunchRun(record, this.surroundings, this.spawner);
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

  private async changed(record: LaunchRecord): Promise<void> {
    record.sequence += 1;
    try {
      await this.journal.save(record);
    } catch (error) {
      // The wrapper's files tell the next process as much; the owner should know now.
      this.logger.error({ err: error, launchId: record.offer.launchId }, 'journal could not be written');
    }
    if (record.end) {
      this.release(record.offer.launchId);
      this.cgroups.remove(record.offer.launchId);
    }
    if (record.end && !record.archive) this.tracing.ended(record);
    this.changes.next(record);
  }

  private async prepare(
    { offer, ports }: LaunchRecord,
    directory: LaunchDirectory,
    log: LaunchLog,
    signal: AbortSignal,
    trace: Record<string, string>,
  ): Promise<PreparedLaunch> {
    const { config } = this;
    log.note(`launch ${offer.launchId} of ${offer.subject} taken on by ${config.ADVERTISE_HOST}`);
    const account = await runAs(offer, config, {
      uid: process.getuid?.() ?? 0,
      gid: process.getgid?.() ?? 0,
    });
    const tools: PreparationTools = {
      internalToken: config.INTERNAL_TOKEN,
      downloads: this.downloads,
      log,
      unzip: { maxMegabytes: config.UNPACK_LIMIT_MB, maxEntries: config.UNPACK_LIMIT_ENTRIES },
    };
    const command = await prepareLaunch(offer, directory.job, config.PATH, tools, signal);
    await provideSecrets(offer, directory, this.secrets, account);
    if (account) await handOver(directory.job, account);
    log.note(setUpLine(offer, account));
    const user = account?.user;
    const environment: Record<string, string> = {
      PATH: config.PATH,
      HOME: config.HOME,
      LANG: config.LANG,
      ...(user && { HOME: user.home, USER: user.name, LOGNAME: user.name, SHELL: user.shell }),
      ...bindAddress(config.ADVERTISE_HOST),
      ...offer.environment,
      ...trace,
      ...Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)])),
      PORTOLAN_LAUNCH_ID: offer.launchId,
      PORTOLAN_NODE_DIR: this.work.path,
    };
    const secrets = new Set(offer.secrets?.map(({ name }) => name));
    return {
      command,
      runAs: account,
      cgroupFiles: this.cgroups.create(offer.launchId, offer.limits.residentMb ?? undefined),
      secretVariables: secrets.size > 0,
      // A secret has precedence over another variable of its name.
      environment: Object.fromEntries(Object.entries(environment).filter(([name]) => !secrets.has(name))),
    };
  }

  /** The processes of a launch, its wrapper apart, by a look at the table. */
  processesOf(table: readonly MarkedProcess[], launchId: string, wrapperPid: number | undefined): number[] {
    const inGroup = this.cgroups.processes(launchId);
    const otherSessions = new Set<number>();
    for (const { record } of this.runs.values())
      if (record.process && record.offer.launchId !== launchId) otherSessions.add(record.process.pid);
    const { uid } = this.journal.directory(launchId);
    // The mark is anybody's to set: what the kernel itself counts to the launch needs none.
    const mark = inGroup ? undefined : { launchId, uid, otherSessions };
    return processesOf(table, wrapperPid, inGroup ?? [], mark);
  }

  private makeSurroundings(): LaunchSurroundings {
    const { config, work, scan } = this;
    const limits = fileLimits(config);
    return {
      journal: this.journal,
      logger: this.logger,
      pollMs: config.PROCESS_POLL_MS,
      processes: async (launchId, wrapperPid) => this.processesOf(await scan.look(), launchId, wrapperPid),
      forbidForks: (launchId) => this.cgroups.forbidForks(launchId),
      oomKills: (launchId) => this.cgroups.oomKills(launchId),
      prepare: (record, directory, log, signal) =>
        this.tracing.preparing(record, (trace) => this.prepare(record, directory, log, signal, trace)),
      guardFor: ({ offer }) => ({
        leaseFile: work.leaseFile(offer.owner),
        leaseMs: this.leases.get(offer.owner) ?? DEFAULT_LEASE_MS,
        killGraceMs: config.KILL_GRACE_MS,
      }),
      excess: async ({ offer }, { job }) =>
        offer.kind === LaunchKind.Batch
          ? excessIn(job, limits, AbortSignal.timeout(FILES_LOOK_LIMIT_MS))
          : undefined,
      conceal: (directory) =>
        concealSecrets(directory, { fileBytes: limits.fileBytes, ms: config.SECRETS_COVER_LIMIT_MS }),
      changed: (record) => this.changed(record),
    };
  }
}

/** What a launch takes of its node. */
export const shareOf = (offer: LaunchRecord['offer']): Share => ({
  slots: offer.slots ?? 1,
  memoryMb: offer.limits.memoryMb,
});
