const lost = new WeakSet<Error>();

/** Marks an error as one of a connection, as opposed to one of the code that reads from it. @returns the error */
export function markLost<E extends Error>(error: E): E {
  lost.add(error);
  return error;
}

/** Returns the error of an interruption that only the reader notices, such as a feed that ended too early. */
export const lostConnection = (message: string): Error => markLost(new Error(message));

/** Reports whether an error was marked as a lost connection. */
export const isMarkedLost = (error: Error): boolean => lost.has(error);
