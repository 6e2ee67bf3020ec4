import type { Revision } from './revision';

/** Documents that are touched together: what they have to be read for stays in the processor's cache until then. */
export const TOUCHED_TOGETHER = 32;

/** Of all bytes that were read: reading for nothing would be optimised away. */
let sum = 0;

/**
 * Reads a byte of each of the next documents, so that the processor waits for the memory of all of them at once and
 * not for one after the other: they are many, and mostly not in its cache.
 *
 * @param from index of the first of {@link TOUCHED_TOGETHER}
 */
export function touchDocuments(revisions: readonly Revision[], from: number): number {
  const end = Math.min(from + TOUCHED_TOGETHER, revisions.length);
  let all = 0;
  for (let index = from; index < end; index++) all += revisions[index]!.lastByte;
  return (sum = (sum + all) & 0xff);
}
