/** Pseudo-random numbers from a seed, so that a run can be repeated. */

export class Random {
  #state;

  constructor(seed) {
    this.#state = seed >>> 0;
  }

  /** Returns a number from 0 to below 1 (mulberry32). */
  next() {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Returns a whole number; both bounds are included. */
  between(least, most) {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  pick(list) {
    return list[this.between(0, list.length - 1)];
  }

  chance(probability) {
    return this.next() < probability;
  }

  shuffled(list) {
    const rest = [...list];
    return list.map(() => rest.splice(this.between(0, rest.length - 1), 1)[0]);
  }
}
