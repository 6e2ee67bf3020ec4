import { setTimeout as delay } from 'node:timers/promises';
import { answerError } from '../connection/answered-error.ts';
import type { Transport } from '../connection/transport.ts';
import { persistently, type Persistence } from '../transfer/persist.ts';
import { pour, type Receive } from '../transfer/pour.ts';

/** Which file is read, and from where on. */
export interface FileRequest {
  /** Address without parameters. */
  url: string;
  /** Whether appended data is read, too, until the attempt ends. */
  follow: boolean;
  /** Begins at this byte. @default 0 */
  offset?: number | undefined;
  /** Begins with the last lines. */
  tail?: number | undefined;
}

const OK = 200;
const PARTIAL = 206;

/**
 * Reads a file, and continues at the byte where a connection broke off.
 * @throws AnswerError when there is no such file
 */
export async function readFile(
  transport: Transport,
  { url, follow, offset, tail }: FileRequest,
  receive: Receive,
  persistence: Persistence,
): Promise<void> {
  let position = offset ?? (tail === undefined ? 0 : undefined);
  await persistently(async (reached) => {
    const query = new URLSearchParams(
      position === undefined ? { tail: `${tail}` } : { offset: `${position}` },
    );
    if (follow) query.set('follow', 'true');
    const place = `${url}?${query.toString()}`;
    const { signal } = persistence;
    const answer = await transport.open({ url: place, signal });
    if (answer.statusCode !== OK && answer.statusCode !== PARTIAL)
      throw await answerError(answer, 'GET', place);
    reached();
    const first = answer.headers['portolan-offset'];
    if (typeof first === 'string') position = Number(first);
    await pour(answer, (bytes) => {
      if (position !== undefined) position += bytes.length;
      return receive(bytes);
    });
  }, persistence);
}

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
