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
