interface Answered {
  status: number;
  body: unknown;
}

/** Reports whether a service answered with an error; the clients of the three services have a class each with these fields. */
const isAnswered = (error: unknown): error is Error & Answered =>
  error instanceof Error && typeof (error as Partial<Answered>).status === 'number';

/** Returns the HTTP status of an error response, undefined when the service was not reached. */
export const statusOf = (error: unknown): number | undefined =>
  isAnswered(error) ? error.status : undefined;

/** Returns the data of an answer, or null for a 404: the resource, or this release of the API, has none. @throws other errors */
export async function orNull<T>(answer: Promise<{ data: T }>): Promise<T | null> {
  try {
    return (await answer).data;
  } catch (error) {
    if (statusOf(error) === 404) return null;
    throw error;
  }
}

/** Reports whether a service has failed, or was not reached; one that refuses a request is there. */
export const isAway = (error: unknown): boolean => error != null && (statusOf(error) ?? 500) >= 500;

/** Interval at which a request that failed because a service was away is repeated, ms. */
const AWAY_MS = 5000;

/** Returns the `refetchInterval` of a query that is renewed every so many ms; one that others renew is so while its service is away. */
export const renewedEvery =
  (ms: number | false) =>
  ({ state }: { state: { error: Error | null } }): number | false =>
    ms || (isAway(state.error) && AWAY_MS);

/** Recognizes a failed connection by the messages of Chromium, Firefox and Safari: it is a TypeError, like mistakes of a script. */
const isUnreached = (error: unknown): boolean =>
  error instanceof TypeError &&
  /^(Failed to fetch|NetworkError|Load failed|network error)/i.test(error.message);

/** Returns what went wrong, in a sentence. */
export function messageOf(error: unknown): string {
  if (isAnswered(error)) return error.message;
  if (isUnreached(error)) return 'The service cannot be reached.';
  return error instanceof Error ? error.message : String(error);
}

/** Returns the request id that the body of an error names. */
export function requestIdOf(error: unknown): string | undefined {
  const { requestId } = (isAnswered(error) ? (error.body ?? {}) : {}) as { requestId?: unknown };
  return typeof requestId === 'string' ? requestId : undefined;
}
