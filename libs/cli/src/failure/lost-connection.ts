const lost = new WeakSet<Error>();

/** Marks an error as one of a connection, as opposed to one of the code that reads from it. @returns the error */
export function markLost<E extends Error>(error: E): E {
  lost.add(error);
  return error;
}

/** An interruption that only the reader notices, such as a feed that ended too early. */
export const lostConnection = (message: string): Error => markLost(new Error(message));

/** Whether an error was marked as one of a connection. */
export const isMarkedLost = (error: Error): boolean => lost.has(error);
