import { ArchiveOutcome, LaunchKind, LaunchOutcome, StopReason } from '@portolan/launches';
import type { AgentLog } from '../launch-directory/agent-log';
import { OUTPUT_FILES, type LaunchDirectory } from '../launch-directory/launch-directory';
import { readLastLine } from '../launch-directory/last-line';
import { exceededFileLimit, fileLimits } from '../limits/file-limits';
import { oomKills, outOfMemoryLine } from '../limits/memory-limits';
import { isAlive, killUntilNone, readBootId, signalAll } from '../process/process-table';
import { readWrapperFiles, type WrapperFiles } from '../process/wrapper-files';
import { maskOutput } from '../secrets/mask-output';
import {
  UNSEEN_EXIT_CODE,
  endOfProcess,
  type LaunchRecord,
  type LaunchStop,
  type NodeEnd,
} from './launch-record';
import type { LaunchSurroundings } from './launch-surroundings';

/** Limit for which the end waits for the check of its files, ms. */
const FILES_LOOK_LIMIT_MS = 30_000;
/** Grace for killed processes to vanish before the wrapper itself is killed, ms. */
const KILL_LIMIT_MS = 2000;

/** The end of a launch: its last processes are killed, the reason is found, and the secrets in its output are masked. */
export class LaunchEnding {
  private readonly oomKillsBefore = oomKills();

  constructor(
    private readonly record: LaunchRecord,
    private readonly node: LaunchSurroundings,
    private readonly directory: LaunchDirectory,
    private readonly log: AgentLog,
  ) {}

  /** Records the first stop reason; an exceeded limit also goes to `stderr`. @returns false when there is one */
  async noteStop(stop: LaunchStop): Promise<boolean> {
    if (this.record.stop) return false;
    this.record.stop = stop;
    const isLimit = stop.reason === StopReason.Memory || stop.reason === StopReason.Files;
    if (isLimit && stop.detail !== undefined) await this.directory.note(stop.detail);
    return true;
  }

  /** Kills what is left of a launch whose wrapper has ended. @returns what the wrapper has recorded since, too */
  async killRest(files: WrapperFiles): Promise<WrapperFiles> {
    const { wrapper } = files;
    // After a reboot the pid may belong to another process.
    const pid = wrapper?.bootId === readBootId() && isAlive(wrapper) ? wrapper.pid : undefined;
    const { groups } = this.node.cgroups;
    const { launchId } = this.record.offer;
    groups?.forbidForks(launchId);
    signalAll(groups?.processes(launchId) ?? [], 'SIGKILL');
    // After a recorded exit, no process of the launch has yet to join its group: an empty one spares a search of all processes.
    const isEmpty = (): boolean => files.exit !== undefined && groups?.processes(launchId)?.length === 0;
    await killUntilNone(async () => (isEmpty() ? [] : this.node.processes(launchId, pid)), KILL_LIMIT_MS);
    // Kills the whole group, which includes the guard and its `sleep`.
    if (wrapper && pid !== undefined && files.exit && isAlive(wrapper)) signalAll([-pid], 'SIGKILL');
    return files.exit ? files : readWrapperFiles(this.directory, files);
  }

  /** Returns how a launch without processes ended, by its exit code, its files and the kernel. */
  async endOf(files: WrapperFiles): Promise<NodeEnd> {
    const { exit } = files;
    if (!exit)
      await this.directory.note('the process was killed or its machine restarted; its exit code is unknown');
    await this.checkFiles();
    const stop = this.record.stop ?? (await this.outOfMemory(exit?.code));
    const end = endOfProcess(files, stop);
    const { setupMarker } = this.record.offer;
    const paths = [...OUTPUT_FILES, ...(setupMarker === undefined ? [] : [setupMarker])];
    const [stdoutBytes = 0, stderrBytes = 0, marker] = await this.directory.sizesInJob(paths);
    const setupFailed = marker !== undefined;
    const lastLine = await this.lastLine(end);
    const sizes = { stdoutBytes, stderrBytes };
    return { ...end, ...sizes, ...(setupFailed && { setupFailed }), ...(lastLine && { lastLine }) };
  }

  /** Masks secrets in the output of the launch. Never rejects: the end of the launch does not always wait for it. */
  async maskSecrets(): Promise<void> {
    const { record, node, directory } = this;
    try {
      const { fileBytes } = fileLimits(node.config);
      const withheld = await maskOutput(directory, { fileBytes, ms: node.config.SECRETS_COVER_LIMIT_MS });
      record.uncovered = false;
      if (withheld === 0) return;
      const facts = { launchId: record.offer.launchId, withheld };
      node.logger.warn(facts, 'output is withheld: its secrets could not be masked');
      await this.log.takeUp();
      this.log.note(`${withheld} files are withheld: their secrets could not be masked`);
      await this.log.close();
    } catch (error) {
      const what = 'secrets could not be masked; nothing is archived or shown';
      node.logger.error({ err: error, launchId: record.offer.launchId }, what);
      if (record.offer.archive) record.archive = ArchiveOutcome.Failed;
    }
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
    const own = this.node.cgroups.groups?.oomKills(this.record.offer.launchId);
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
}
