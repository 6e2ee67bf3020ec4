/**
 * Gives each row that is drawn an element, by number. A row that was drawn before keeps its element, and with it the focus; a new
 * one takes that of a row that has left, because other texts cost less than other elements. Pure.
 * @param before the elements of the rows that were drawn, by key
 * @param keys the rows to draw; while pages are renewed one by one, a key may occur twice
 * @returns the elements, in the order of `keys`: each once, the lowest numbers that are free
 */
export function assignSlots(before: ReadonlyMap<string, number>, keys: readonly string[]): number[] {
  const taken = new Set<number>();
  const kept = keys.map((key) => {
    const slot = before.get(key);
    if (slot === undefined || taken.has(slot)) return undefined;
    taken.add(slot);
    return slot;
  });
  let next = 0;
  return kept.map((slot) => {
    if (slot !== undefined) return slot;
    while (taken.has(next)) next += 1;
    taken.add(next);
    return next;
  });
}
