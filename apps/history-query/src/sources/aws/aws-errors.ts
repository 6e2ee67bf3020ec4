/** What went wrong with a call, with the provider's code for it. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';

  constructor(
    message: string,
    readonly code: string,
  ) {
    super(message);
  }
}

/** Names of errors that say nothing. */
const NAMELESS: ReadonlySet<string> = new Set(['Error', 'AggregateError', 'SyntaxError', 'TypeError']);

/**
 * An error of the client library, with what was called in its message. The library puts the provider's code
 * into the name; a connection that can't be made has a code, an answer that can't be read a status. Only the
 * first line counts: advice for programmers follows.
 */
export function describeError(operation: string, error: unknown): ProviderError {
  if (!(error instanceof Error)) return new ProviderError(`${operation}: ${String(error)}`, '');
  const code = NAMELESS.has(error.name) ? networkCode(error) : error.name;
  const [reason = ''] = error.message.split('\n', 1);
  return new ProviderError([operation, code, reason].filter((part) => part !== '').join(': '), code);
}

/** The provider's code; empty for errors of another kind. */
export const codeOf = (error: unknown): string => (error instanceof ProviderError ? error.code : '');

function networkCode(error: Error): string {
  if ('code' in error && typeof error.code === 'string') return error.code;
  const { $metadata: metadata } = error as { $metadata?: { httpStatusCode?: number } };
  return metadata?.httpStatusCode === undefined ? '' : `HTTP ${metadata.httpStatusCode}`;
}
