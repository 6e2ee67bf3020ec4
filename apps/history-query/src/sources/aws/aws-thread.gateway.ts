import { join, sep } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { HistoryConfig } from '../../history-config';
import type { Fields } from './answer-pages';
import type { AwsSettings } from './aws-clients.gateway';
import { ProviderError } from './aws-errors';
import type { AwsQuestion, AwsReply, NumberedQuestion } from './aws-question';

/** Who waits for a reply. */
interface Asker {
  resolve: (answer: Fields) => void;
  reject: (error: Error) => void;
}

/**
 * The thread that talks to AWS, started with the first question. The client library is large, and reading
 * one answer can take a fifth of a second: in a thread of its own neither holds up who answers requests.
 */
@Injectable()
export class AwsThread implements OnApplicationShutdown {
  private worker: Worker | undefined;
  private readonly askers = new Map<number, Asker>();
  private lastNumber = 0;

  constructor(private readonly config: HistoryConfig) {}

  /** @throws ProviderError with the code that AWS gave */
  ask(question: AwsQuestion): Promise<Fields> {
    const number = ++this.lastNumber;
    return new Promise((resolve, reject) => {
      this.askers.set(number, { resolve, reject });
      this.worker ??= this.start();
      this.worker.postMessage({ ...question, number } satisfies NumberedQuestion);
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.worker?.terminate();
  }

  private start(): Worker {
    const { AWS_ENDPOINT_URL, AWS_EXTERNAL_ID, AWS_MAX_ATTEMPTS, CRAWL_TIMEOUT_MS } = this.config;
    const settings: AwsSettings = {
      endpoint: AWS_ENDPOINT_URL,
      externalId: AWS_EXTERNAL_ID,
      maxAttempts: AWS_MAX_ATTEMPTS,
      timeoutMs: CRAWL_TIMEOUT_MS,
    };
    const worker = new Worker(programFile(), { workerData: settings });
    worker.on('message', (reply: AwsReply) => this.settle(reply));
    worker.on('error', (error) => this.lose(worker, error));
    worker.on('exit', () => this.lose(worker, new Error('the thread that talks to AWS has ended')));
    return worker;
  }

  private settle(reply: AwsReply): void {
    const asker = this.askers.get(reply.number);
    this.askers.delete(reply.number);
    if ('answer' in reply) asker?.resolve(reply.answer);
    else asker?.reject(new ProviderError(reply.failure.message, reply.failure.code));
  }

  /** Who waits learns it, so that crawls fail; the next question starts another thread. */
  private lose(worker: Worker, error: Error): void {
    if (this.worker !== worker) return;
    this.worker = undefined;
    for (const { reject } of this.askers.values()) reject(error);
    this.askers.clear();
  }
}

/** The thread's program is compiled, also where this file runs from its sources, as in tests. */
function programFile(): string {
  const sources = `${sep}apps${sep}history-query${sep}src${sep}`;
  const compiled = `${sep}apps${sep}history-query${sep}dist${sep}src${sep}`;
  return join(__dirname, 'aws-thread.js').replace(sources, compiled);
}
