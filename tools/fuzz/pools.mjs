/** What requests refer to: ids of things that were created, kept as they come back, so that later requests find them. */

/** Stands for a value of a pool in a generated request, until it is sent. */
export class Reference {
  /**
   * @param {string} pool
   * @param {number} pick from 0 to 1: which one
   */
  constructor(pool, pick) {
    this.pool = pool;
    this.pick = pick;
  }
}

const LIMIT = 400;

export class Pools {
  #values = new Map();

  /** The newest are kept, and those that were there from the beginning. */
  add(pool, value) {
    const known = this.#of(pool);
    if (typeof value !== 'string' || value === '' || known.list.includes(value)) return;
    known.list.push(value);
    if (known.list.length > LIMIT) known.list.splice(known.kept, 1);
  }

  /** From here on what is there stays, whatever is created later. */
  keep() {
    for (const known of this.#values.values()) known.kept = known.list.length;
  }

  remove(pool, value) {
    const known = this.#of(pool);
    const at = known.list.indexOf(value);
    if (at >= known.kept) known.list.splice(at, 1);
  }

  take({ pool, pick }) {
    const { list } = this.#of(pool);
    return list[Math.min(list.length - 1, Math.floor(pick * list.length))];
  }

  /** What is there now, and nothing else. */
  replace(pool, values) {
    this.#of(pool).list.splice(0, Infinity, ...values.slice(-LIMIT));
  }

  all(pool) {
    return [...this.#of(pool).list];
  }

  /** A generated value with its references replaced. */
  fill(value) {
    if (value instanceof Reference) return this.take(value) ?? 'nothing-yet';
    if (Array.isArray(value)) return value.map((one) => this.fill(one));
    if (typeof value !== 'object' || value === null) return value;
    const filled = Object.entries(value).map(([name, one]) => [name, this.fill(one)]);
    // As own properties, also what is called __proto__.
    return Object.fromEntries(filled);
  }

  #of(pool) {
    if (!this.#values.has(pool)) this.#values.set(pool, { list: [], kept: 0 });
    return this.#values.get(pool);
  }
}
