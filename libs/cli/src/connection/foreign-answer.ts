import type { IncomingMessage } from 'node:http';
import { CliError } from '../failure/cli-error.ts';
import { ExitCode } from '../failure/exit-codes.ts';

const FIRST_ERROR = 300;
const DATA = /^(application\/([\w.-]+\+)?json|text\/event-stream)\b/i;

/**
 * Refuses a success that no service of Portolan sends, such as the page of a website: each of ours has a request id, which at most
 * a proxy may remove from data. Errors are left to their status.
 * @throws CliError (not reachable)
 */
export function refuseForeignAnswer(answer: IncomingMessage, method: string, url: string): void {
  const { statusCode = 0, headers } = answer;
  const type = headers['content-type'];
  if (statusCode >= FIRST_ERROR || type === undefined || DATA.test(type)) return;
  if (headers['x-request-id'] !== undefined) return;
  answer.destroy();
  throw new CliError(
    `${new URL(url).origin} is not a Portolan service: it answered ${type.split(';')[0]}`,
    ExitCode.Unreachable,
    `${method} ${url}`,
  );
}
