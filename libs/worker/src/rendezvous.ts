/** 32 bits that look random, of a text (FNV-1a). */
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
 * Who gets the events of a key (rendezvous hashing): everybody who asks finds the same one, and when somebody comes or
 * goes, only keys that go to him or were his change hands.
 *
 * @param slots places that outlast whoever takes them
 * @returns index of the chosen slot; -1 when there is none
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
