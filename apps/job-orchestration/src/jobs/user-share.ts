/**
 * How many parts of the nodes a user has where another has one, when jobs of both wait.
 *
 * @param shares `user=parts`; everybody else has one part
 */
export function userShareOf(user: string, shares: readonly string[]): number {
  const own = shares.findLast((entry) => entry.slice(0, entry.lastIndexOf('=')) === user);
  return own === undefined ? 1 : Number(own.slice(own.lastIndexOf('=') + 1));
}
