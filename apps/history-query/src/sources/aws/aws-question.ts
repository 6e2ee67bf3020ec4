import type { ProviderCall, ProviderService } from '../../collections/collection-definition';
import type { ProviderAccount } from '../../collections/provider-account';
import type { Fields } from './answer-pages';

export interface AwsQuestion {
  account: ProviderAccount;
  service: ProviderService;
  call: ProviderCall;
  input: Fields;
}

export interface NumberedQuestion extends AwsQuestion {
  number: number;
}

/** The reply to a request: the result as JSON and the fields for the next page, or why there is none. */
export type AwsReply = { number: number } & (
  { answer: Fields } | { failure: { message: string; code: string } }
);

/** A failed call with the provider's error code. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';

  constructor(
    message: string,
    readonly code: string,
  ) {
    super(message);
  }
}

/** Error names that say nothing about the cause; the code or status is shown instead. */
const NAMELESS: ReadonlySet<string> = new Set(['Error', 'AggregateError', 'SyntaxError', 'TypeError']);

/**
 * Prefixes the first line of an error with the operation and a code, and drops the other lines, which advise programmers. The
 * code is the error's name, a failed connection's own code, or the status of an unreadable response.
 */
export function describeError(operation: string, error: unknown): ProviderError {
  if (!(error instanceof Error)) return new ProviderError(`${operation}: ${String(error)}`, '');
  const code = NAMELESS.has(error.name) ? networkCode(error) : error.name;
  const [reason = ''] = error.message.split('\n', 1);
  return new ProviderError([operation, code, reason].filter((part) => part !== '').join(': '), code);
}

/** Returns the provider's code; empty for other errors. */
export const codeOf = (error: unknown): string => (error instanceof ProviderError ? error.code : '');

function networkCode(error: Error): string {
  if ('code' in error && typeof error.code === 'string') return error.code;
  const { $metadata: metadata } = error as { $metadata?: { httpStatusCode?: number } };
  return metadata?.httpStatusCode === undefined ? '' : `HTTP ${metadata.httpStatusCode}`;
}
