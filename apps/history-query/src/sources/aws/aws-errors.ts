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

/** An error of the client library, with what was called in its message. */
export function describeError(operation: string, error: unknown): ProviderError {
  if (!(error instanceof Error)) return new ProviderError(`${operation}: ${String(error)}`, '');
  // The library puts the code into the name; a connection that can't be made has one, too.
  const code = error.name === 'Error' || error.name === 'AggregateError' ? networkCode(error) : error.name;
  const reason = error.message === '' ? code : `${code}: ${error.message}`;
  return new ProviderError(`${operation}: ${reason}`, code);
}

export const codeOf = (error: unknown): string => (error instanceof ProviderError ? error.code : '');

function networkCode(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
