import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { LaunchState, LaunchesService, type LaunchEntity } from '@portolan/launches';
import { OFFSET_HEADER, isOutputFile, pour, type FileStart, type Receiver } from '@portolan/node';
import { ErrorKind, Metrics, ServiceError, malformed } from '@portolan/service';
import { attemptFiles, type AttemptFiles } from '../attempts/job-attempt';
import { JobOrchestrationConfig } from '../config/job-orchestration-config';
import { unavailableNow } from '../errors/error-format';
import { JobChangeListenersService } from '../jobs/job-change-listeners.service';
import type { JobEntity } from '../jobs/job.entity';
import { ArchiveStatus } from '../jobs/archive-status';
import { historyOf, isFinished } from '../jobs/job-status';
import { JobsService } from '../jobs/jobs.service';
import { NodeTailsService, bytesOf } from './node-tails.service';
import { archiveOf, outputPlace } from './output-place';
import { OutputService } from './output.service';

/** Pause before an interrupted read is retried, ms. */
const RETRY_MS = 500;
/** Failures in a row after which the output of a finished attempt without an archive counts as lost. */
const FAILURES_LIMIT = 10;

interface FollowedOutput {
  name: string;
  /** Position of the first byte. */
  offset: number;
  give: (receiver: Receiver) => Promise<void>;
}

interface OutputFile {
  jobId: string;
  /** Null until the attempt has a launch. */
  launchId: string | null;
  segments: readonly string[];
  /** Position of the first byte. */
  offset: number;
  /** As in `FoundFile`. */
  identity: string | undefined;
}

/** The position from which a file is followed. */
type Beginning = Pick<OutputFile, 'offset' | 'identity'>;

/** Follows the files of jobs until the attempt ends: before its start, across restarts of nodes, and in the archive. */
@Injectable()
export class OutputFollowsService {
  private open = 0;

  constructor(
    private readonly output: OutputService,
    private readonly jobs: JobsService,
    private readonly launches: LaunchesService,
    private readonly nodes: NodeTailsService,
    private readonly changes: JobChangeListenersService,
    private readonly config: JobOrchestrationConfig,
    metrics: Metrics,
  ) {
    metrics.gauge('job_output_follows_open', 'Files of jobs that clients follow', [], (gauge) =>
      gauge.set(this.open),
    );
  }

  /**
   * Opens a file to follow it. `stdout` and `stderr` of an unfinished job need not exist yet.
   *
   * @param files of the attempt that is followed, the latest one when it was read
   * @throws ServiceError: notFound; malformed for a directory; unavailable when the node is unreachable or too many files are
   * followed
   */
  async follow(
    files: AttemptFiles,
    segments: string[] | undefined,
    start: FileStart,
  ): Promise<FollowedOutput> {
    this.requireRoom();
    const { offset, identity } = await this.begin(files, segments, start);
    // Others may have begun since.
    this.requireRoom();
    const file = { jobId: files.id, launchId: files.launchId, segments: segments ?? [], offset, identity };
    return {
      name: segments?.at(-1) ?? '',
      offset,
      give: (receiver) => this.give(file, receiver),
    };
  }

  /** @throws ServiceError (unavailable) when too many files are followed */
  private requireRoom(): void {
    if (this.open < this.config.OUTPUT_FOLLOWS_LIMIT) return;
    throw unavailableNow('too many files are followed');
  }

  private async begin(
    files: AttemptFiles,
    segments: string[] | undefined,
    start: FileStart,
  ): Promise<Beginning> {
    try {
      const found = await this.output.open(files, segments, { onlyHead: true, conditions: {}, start });
      if (found.kind === 'folder') throw malformed('follow', 'follow is for files: this is a directory');
      return { offset: Number(found.headers[OFFSET_HEADER]), identity: found.identity };
    } catch (error) {
      if (!isNotFound(error) || !isOutputFile(segments?.join('/') ?? '')) throw error;
      if (isOver(await this.jobs.get(files.id), await this.launchOf(files.launchId))) throw error;
      return { offset: 'offset' in start ? start.offset : 0, identity: undefined };
    }
  }

  private async give(file: OutputFile, receiver: Receiver): Promise<void> {
    this.open += 1;
    try {
      await this.giveAll(file, receiver);
    } finally {
      this.open -= 1;
    }
  }

  private async giveAll(file: OutputFile, receiver: Receiver): Promise<void> {
    let [launchId, failures] = [file.launchId, 0];
    const { signal } = receiver;
    for (;;) {
      signal.throwIfAborted();
      const job = await this.jobs.get(file.jobId);
      launchId ??= job.launchId;
      const launch = await this.launchOf(launchId);
      const { position } = receiver;
      try {
        if (await this.giveAttempt(job, launch, file, receiver)) return;
        await this.changed(job, signal);
      } catch (error) {
        failures = receiver.position > position ? 1 : failures + 1;
        const isArchived = isOver(job, launch) && job.archiveStatus !== ArchiveStatus.Pending;
        const isFinal = isArchived || job.launchId !== launchId;
        const isReplaced = error instanceof ServiceError && error.kind === ErrorKind.WrongState;
        if (signal.aborted || isReplaced || (isFinal && failures > FAILURES_LIMIT)) throw error;
        await delay(RETRY_MS, undefined, { signal, ref: false });
      }
    }
  }

  /** Sends the file until the attempt ends. @returns false while no node holds its launch */
  private async giveAttempt(
    job: JobEntity,
    launch: LaunchEntity | null,
    { segments, identity, offset }: OutputFile,
    receiver: Receiver,
  ): Promise<boolean> {
    // Once the job is attempted again, its row describes the files of another attempt.
    const files = launch && launch.id !== job.launchId ? attemptFiles(launch) : job;
    if (archiveOf(files) !== undefined) {
      const request = { onlyHead: false, conditions: {}, start: { offset: receiver.position } };
      const found = await this.output.open(files, [...segments], request).catch((error: unknown) => {
        // The attempt has ended without the file, unless the file was seen before.
        if (isNotFound(error) && identity === undefined && receiver.position === offset) return undefined;
        throw error;
      });
      if (found?.kind === 'file' && found.body) await pour(bytesOf(found.body, receiver.signal), receiver);
      return true;
    }
    const place = outputPlace(files, launch);
    if (place.from === 'nowhere') return isOver(job, launch);
    await this.nodes.follow({ launch: place.launch, segments, identity }, receiver);
    return true;
  }

  private async launchOf(launchId: string | null): Promise<LaunchEntity | null> {
    return launchId === null ? null : this.launches.find(launchId);
  }

  /** Waits for the next state of the job. */
  private changed(job: JobEntity, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const states = historyOf(job).length;
      const settle = (): void => {
        forget();
        signal.removeEventListener('abort', left);
      };
      const left = (): void => {
        settle();
        reject(signal.reason as Error);
      };
      const forget = this.changes.watch(job.id, (now) => {
        if (historyOf(now).length === states) return;
        settle();
        resolve();
      });
      if (signal.aborted) left();
      else signal.addEventListener('abort', left);
    });
  }
}

const isNotFound = (error: unknown): boolean =>
  error instanceof ServiceError && error.kind === ErrorKind.NotFound;

/** Reports whether an attempt has ended; its job may wait for another one. @param launch of the attempt */
const isOver = (job: JobEntity, launch: LaunchEntity | null): boolean =>
  isFinished(job.status) || launch?.state === LaunchState.Ended;
