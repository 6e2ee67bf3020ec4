import { join, sep } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { HistoryConfig } from '../../config/history-config';
import type { Fields } from './answer-pages';
import type { AwsSettings } from './aws-clients.gateway';
import { ProviderError, type AwsQuestion, type AwsReply, type NumberedQuestion } from './aws-question';

interface Asker {
  resolve: (answer: Fields) => void;
  reject: (error: Error) => void;
}

/** The thread that calls AWS, started with the first request: loading the library and parsing a response would delay API requests. */
@Injectable()
export class AwsThreadGateway implements OnApplicationShutdown {
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
    const workerData = { AWS_ENDPOINT_URL, AWS_EXTERNAL_ID, AWS_MAX_ATTEMPTS, CRAWL_TIMEOUT_MS };
    const worker = new Worker(programFile(), { workerData: workerData satisfies AwsSettings });
    worker.on('message', (reply: AwsReply) => this.settle(reply));
    worker.on('error', (error) => this.lose(worker, error));
    worker.on('exit', () => this.lose(worker, new Error('the thread of the AWS client has ended')));
    return worker;
  }

  private settle(reply: AwsReply): void {
    const asker = this.askers.get(reply.number);
    this.askers.delete(reply.number);
    if ('answer' in reply) asker?.resolve(reply.answer);
    else asker?.reject(new ProviderError(reply.failure.message, reply.failure.code));
  }

  /** Rejects the waiting calls, so that their crawls fail; the next request starts another thread. */
  private lose(worker: Worker, error: Error): void {
    if (this.worker !== worker) return;
    this.worker = undefined;
    for (const { reject } of this.askers.values()) reject(error);
    this.askers.clear();
  }
}

/** The thread runs the compiled program, even when this file runs from its sources, as in tests. */
function programFile(): string {
  const sources = `${sep}apps${sep}history-query${sep}src${sep}`;
  const compiled = `${sep}apps${sep}history-query${sep}dist${sep}src${sep}`;
  return join(__dirname, 'aws-thread.js').replace(sources, compiled);
}
