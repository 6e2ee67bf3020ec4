import { Ticker, type ServiceLogger } from '@portolan/service';
import type { JobEntity } from '../jobs/job.entity';
import type { JobRepository } from '../jobs/job.repository';
import type { Notice, NoticeKind, NoticeRepository } from './notice.repository';

/** Tries of one notice in all: about an hour and a half. */
const ATTEMPTS = 12;
/** Tries at the same time: one that hangs keeps no other back. */
const PARALLEL = 20;
/** How long a try may take at the most before another replica may make it, ms. */
const TRY_MS = 60_000;

/** Pause after try number `attempts`, ms: doubled each time, an hour at the most. */
export const pauseAfter = (attempts: number): number => Math.min(3_600_000, 1000 * 2 ** (attempts - 1));

/** An error that no further try can mend. */
export class HopelessError extends Error {
  override readonly name = 'HopelessError';
}

/** One kind of notice, and how it is given. */
export interface OutboxOptions {
  kind: NoticeKind;
  notices: NoticeRepository;
  jobs: JobRepository;
  logger: ServiceLogger;
  /** How often notices that are due are looked for, ms. */
  everyMs: number;
  /** Tells of a job that is over. Throws when it should be tried again, {@link HopelessError} when not. */
  give: (job: JobEntity, attempt: number) => Promise<void>;
  /** Is told what became of each try: `given`, `failed` (it will be tried again), `given-up`. */
  onTry: (outcome: NoticeOutcome) => void;
}

export type NoticeOutcome = 'given' | 'failed' | 'given-up';

/** Gives the notices of one kind: at least once each, with pauses after failures, by any number of replicas. */
export class Outbox {
  private readonly ticker: Ticker;
  private readonly inHand = new Set<Promise<void>>();

  constructor(private readonly options: OutboxOptions) {
    this.ticker = new Ticker({
      everyMs: options.everyMs,
      run: () => this.pass(),
      onError: (error) =>
        options.logger.warn({ err: error, kind: options.kind }, 'notices could not be looked for'),
    });
  }

  start(): void {
    this.ticker.start();
  }

  async stop(): Promise<void> {
    await this.ticker.stop();
    await Promise.all(this.inHand);
  }

  private async pass(): Promise<void> {
    const { kind, notices } = this.options;
    const room = PARALLEL - this.inHand.size;
    if (room === 0) return;
    const due = await notices.due(kind, Date.now(), room);
    for (const notice of due) {
      if (await notices.take(kind, notice, Date.now() + TRY_MS)) this.begin(notice);
    }
  }

  private begin(notice: Notice): void {
    const wasFull = this.inHand.size + 1 >= PARALLEL;
    const trying = this.give(notice)
      .catch((error: unknown) =>
        this.options.logger.warn({ err: error, jobId: notice.jobId }, 'a notice stays as it is'),
      )
      .finally(() => {
        this.inHand.delete(trying);
        if (wasFull) this.ticker.wake();
      });
    this.inHand.add(trying);
  }

  private async give({ jobId, attempts }: Notice): Promise<void> {
    const { kind, notices, jobs, logger } = this.options;
    const attempt = attempts + 1;
    try {
      const job = await jobs.find(jobId);
      if (job) await this.options.give(job, attempt);
      await notices.remove(kind, jobId);
      this.options.onTry('given');
    } catch (error) {
      const last = attempt >= ATTEMPTS || error instanceof HopelessError;
      this.options.onTry(last ? 'given-up' : 'failed');
      logger.warn({ err: error, kind, jobId, attempt, last }, 'a notice could not be given');
      if (last) await notices.remove(kind, jobId);
      else await notices.postpone(kind, jobId, Date.now() + pauseAfter(attempt));
    }
  }
}
