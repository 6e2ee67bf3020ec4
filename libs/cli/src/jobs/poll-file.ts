import { setTimeout as delay } from 'node:timers/promises';
import { answerError } from '../connection/answered-error.ts';
import type { Transport } from '../connection/transport.ts';
import { persistently, type Persistence } from '../transfer/persist.ts';
import { pour, type Receive } from '../transfer/pour.ts';

/** A file of a job whose service cannot follow it. */
export interface PollRequest extends Persistence {
  /** Address without parameters. */
  url: string;
  /** Begins at this byte. */
  offset: number;
  /** Whether the file may never exist: a job that never started has no output. */
  isOptional: boolean;
  isOver: () => Promise<boolean>;
}

const POLL_MS = 500;
const OK = 200;
const PARTIAL = 206;
const NOT_FOUND = 404;
const BEYOND_END = 416;

/** Reads a file and, in intervals, what was appended, until the job ends. @throws AnswerError when there is no such file at the end */
export async function pollFile(transport: Transport, request: PollRequest, receive: Receive): Promise<void> {
  const { url, isOptional, isOver, signal } = request;
  let position = request.offset;
  const read = async (isLast: boolean, reached: () => void): Promise<void> => {
    const answer = await transport.open({ url, headers: { range: `bytes=${position}-` }, signal });
    const { statusCode: status } = answer;
    const isEmpty = status === BEYOND_END || (status === NOT_FOUND && (isOptional || !isLast));
    if (!isEmpty && status !== PARTIAL && (status !== OK || position > 0))
      throw await answerError(answer, 'GET', url);
    reached();
    if (isEmpty) answer.resume();
    else
      await pour(answer, (bytes) => {
        position += bytes.length;
        return receive(bytes);
      });
  };
  for (;;) {
    // Asked for first: what a job writes until its end is read afterwards.
    const isLast = await persistently(async (reached) => {
      const over = await isOver();
      reached();
      return over;
    }, request);
    await persistently((reached) => read(isLast, reached), request);
    if (isLast) return;
    await delay(POLL_MS, undefined, { signal });
  }
}
