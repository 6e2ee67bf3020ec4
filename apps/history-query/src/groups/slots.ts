/**
 * The slot of each member of a group (resource-history-v2, Collection areas, rule 5; reference: history,
 * Group collections): given when the member first appears and never changed. A member that is new takes the
 * lowest number that is free; what remains after a shrink is not moved together, so a slot may be beyond
 * the size.
 *
 * @param members ids in the order in which those that are new are served
 * @param held slots of the members so far
 * @param remembered slots that members had before in another group or revision; given again when free
 */
export function assignSlots(
  members: readonly string[],
  held: ReadonlyMap<string, number>,
  remembered: ReadonlyMap<string, number> = new Map(),
): Map<string, number> {
  const slots = new Map<string, number>();
  const used = new Set<number>();
  const give = (member: string, slot: number): void => {
    slots.set(member, slot);
    used.add(slot);
  };
  for (const known of [held, remembered]) {
    for (const member of members) {
      const slot = known.get(member);
      if (slot !== undefined && !slots.has(member) && !used.has(slot)) give(member, slot);
    }
  }
  let free = 0;
  for (const member of members) {
    if (slots.has(member)) continue;
    while (used.has(free)) free++;
    give(member, free);
  }
  return slots;
}
