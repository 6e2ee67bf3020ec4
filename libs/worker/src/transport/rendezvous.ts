/** Hashes a text to 32 bits (FNV-1a). */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value;
}

/** Spreads 32 bits over all bits (the last step of MurmurHash3). */
function mixed(bits: number): number {
  const once = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35);
  return (twice ^ (twice >>> 16)) >>> 0;
}

/**
 * Assigns a key to a slot (rendezvous hashing): every caller finds the same slot, and adding or removing a slot moves only
 * the keys of that slot.
 * @param slots stable names that outlast their workers
 * @returns index of the chosen slot; -1 without slots
 */
export function slotOf(key: string, slots: readonly string[]): number {
  const bits = hash(key);
  let [best, most] = [-1, -1];
  slots.forEach((slot, index) => {
    const weight = mixed(bits ^ mixed(hash(slot)));
    if (weight > most) [best, most] = [index, weight];
  });
  return best;
}
