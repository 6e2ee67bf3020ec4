import type { FrameBatch } from './frame-splitter';

const known = new WeakMap<FrameBatch, readonly string[]>();

/** What the frames of a batch carry, one text a message: worked out once, however many clients want it. */
export function payloadsOf(batch: FrameBatch): readonly string[] {
  const found = known.get(batch);
  if (found) return found;
  const payloads = batch.bytes
    .toString()
    .split('\n\n')
    .flatMap((frame) => {
      const data = frame.split('\n').filter((line) => line.startsWith('data:'));
      return data.length > 0 ? [data.map((line) => line.replace(/^data: ?/, '')).join('\n')] : [];
    });
  known.set(batch, payloads);
  return payloads;
}
