import type { IncomingMessage } from 'node:http';

/** The body of an error is short; the rest of a longer one is not read. */
const ERROR_BODY_LIMIT = 64 * 1024;

/** An error answer to a request that is not of a typed client; has the fields of their `ApiError`. */
export class AnswerError extends Error {
  override readonly name = 'AnswerError';

  constructor(
    readonly status: number,
    message: string,
    readonly method: string,
    readonly url: string,
  ) {
    super(message);
  }

  /** True when a retry cannot help. */
  get isFinal(): boolean {
    return this.status >= 400 && this.status < 500 && this.status !== 429;
  }
}

export async function answerError(
  answer: IncomingMessage,
  method: string,
  url: string,
): Promise<AnswerError> {
  let text = '';
  for await (const chunk of answer.setEncoding('utf8')) {
    text += chunk as string;
    if (text.length > ERROR_BODY_LIMIT) break;
  }
  const status = answer.statusCode ?? 0;
  return new AnswerError(status, messageIn(text) ?? `the service answered ${status}`, method, url);
}

function messageIn(text: string): string | undefined {
  try {
    const { message, error } = JSON.parse(text) as Record<string, unknown>;
    return [message, error].find((one): one is string => typeof one === 'string');
  } catch {
    return text.trim() === '' ? undefined : text.trim().split('\n')[0];
  }
}
