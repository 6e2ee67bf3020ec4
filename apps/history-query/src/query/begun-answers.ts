import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { Answer } from './answer';

/**
 * Answers that were begun ahead of the framework and turned out to need it, errors among them: what was read for them is
 * not read again.
 */
@Injectable()
export class BegunAnswers {
  private readonly byRequest = new WeakMap<IncomingMessage, Promise<Answer>>();

  keep(request: IncomingMessage, answer: Promise<Answer>): void {
    // Who takes it hears of its failure.
    answer.catch(() => undefined);
    this.byRequest.set(request, answer);
  }

  of(request: IncomingMessage): Promise<Answer> | undefined {
    return this.byRequest.get(request);
  }
}
