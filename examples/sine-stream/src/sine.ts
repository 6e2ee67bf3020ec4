/** One point of the curve. */
export interface Point {
  /** Which source made it: the worker's index. */
  readonly source: number;
  /** Counted by each source from 0. */
  readonly sequence: number;
  /** ms since epoch. */
  readonly time: number;
  readonly value: number;
}

export interface Curve {
  readonly amplitude: number;
  /** Points of one full turn. */
  readonly period: number;
  /** Added noise, as a share of the amplitude: 0 for a clean curve. */
  readonly noise: number;
}

/** The curve's value at a point. @param random from 0 to 1 */
export function sineAt(sequence: number, { amplitude, period, noise }: Curve, random: number): number {
  const clean = Math.sin((2 * Math.PI * sequence) / period);
  return Number((amplitude * (clean + noise * (2 * random - 1))).toFixed(4));
}
