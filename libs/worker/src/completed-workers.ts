import { get } from './http-json';
import { readCompletedWorkers } from './scheduling-info';

export interface CompletedWorkersOptions {
  /** The job's record at the control API; undefined when the platform's address is not known. */
  readonly jobUrl: URL | undefined;
  readonly stage: number;
  /** Whether there are workers that nobody has heard of: only then the platform is asked. */
  readonly isSomeoneMissing: () => boolean;
  readonly onCompleted: (workerIndexes: readonly number[]) => void;
}

const EVERY_MS = 2000;
const TIMEOUT_MS = 5000;

/**
 * Learns from the job's record which workers have completed. Usually they say so themselves; a worker that was started
 * after they had gone can only ask, or it would wait for them for ever: discovery lists started workers only.
 */
export class CompletedWorkers {
  private readonly timer: NodeJS.Timeout;
  private readonly abort = new AbortController();
  private asking = false;

  constructor(private readonly options: CompletedWorkersOptions) {
    this.timer = setInterval(() => void this.ask(), EVERY_MS);
  }

  close(): void {
    clearInterval(this.timer);
    this.abort.abort();
  }

  private async ask(): Promise<void> {
    const { jobUrl, stage, isSomeoneMissing, onCompleted } = this.options;
    if (!jobUrl || this.asking || !isSomeoneMissing()) return;
    this.asking = true;
    try {
      const { status, text } = await get(jobUrl, { timeoutMs: TIMEOUT_MS, signal: this.abort.signal });
      if (status === 200 && !this.abort.signal.aborted) onCompleted(readCompletedWorkers(text, stage));
    } catch {
      // The platform is away; it is asked again.
    } finally {
      this.asking = false;
    }
  }
}
