/** Returns the number that a setting of entries `user=number` gives a user, the last one of several; else `usual`. */
export function numberOfUser(user: string, entries: readonly string[], usual: number): number {
  const own = entries.findLast((entry) => entry.slice(0, entry.lastIndexOf('=')) === user);
  return own === undefined ? usual : Number(own.slice(own.lastIndexOf('=') + 1));
}
