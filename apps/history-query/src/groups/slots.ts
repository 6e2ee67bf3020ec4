/**
 * Returns the slot of each member (V2-AREA-8): a new one gets the lowest free number and keeps it.
 * @param held slots of the current members
 * @param remembered earlier slots, also of another group, reassigned if free (V2-AREA-11)
 */
export function assignSlots(
  members: readonly string[],
  held: ReadonlyMap<string, number>,
  remembered: ReadonlyMap<string, number> = new Map(),
): Map<string, number> {
  const slots = new Map<string, number>();
  const used = new Set<number>();
  const give = (member: string, slot: number | undefined): void => {
    if (slot === undefined || slots.has(member) || used.has(slot)) return;
    slots.set(member, slot);
    used.add(slot);
  };
  for (const known of [held, remembered]) for (const member of members) give(member, known.get(member));
  let free = 0;
  for (const member of members) {
    while (used.has(free)) free++;
    give(member, free);
  }
  return slots;
}
