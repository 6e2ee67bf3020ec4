import { useState } from 'react';

/** The part of a query's result that tells whether it has succeeded. */
export interface Asked<T = unknown> {
  data: T | undefined;
  error: unknown;
  failureCount?: number;
  failureReason?: unknown;
}

/** After this many failures of a request its error is shown, although the request is retried. */
const FAILED_BEFORE_SHOWN = 2;

/** Returns the error of a query that is final, or with which it has failed repeatedly and tries again. */
export const errorOf = ({ data, error, failureCount = 0, failureReason }: Asked): unknown =>
  error ?? (data === undefined && failureCount >= FAILED_BEFORE_SHOWN ? failureReason : null);

/**
 * Returns the error of a query, also while it is asked again: a query that never succeeded forgets its error then, and a screen
 * would show a skeleton for as long as its service is away. Null once there is an answer.
 */
export function useLastError(of: Asked): unknown {
  const [last, setLast] = useState<unknown>(null);
  const shown = errorOf(of) ?? (of.data === undefined ? last : null);
  if (shown !== last) setLast(shown);
  return shown;
}
