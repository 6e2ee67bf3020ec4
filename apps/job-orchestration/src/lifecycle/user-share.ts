/**
 * Returns the share of a user in the nodes while jobs of several users wait; 1 is the usual share.
 *
 * @param shares `user=parts`; every other user has one part
 */
export function userShareOf(user: string, shares: readonly string[]): number {
  const own = shares.findLast((entry) => entry.slice(0, entry.lastIndexOf('=')) === user);
  return own === undefined ? 1 : Number(own.slice(own.lastIndexOf('=') + 1));
}
