import { missedCount, payloadsOf as payloadsOfFrames } from '@portolan/worker/sink-protocol';
import type { FrameBatch } from './frame-splitter';

const known = new WeakMap<FrameBatch, readonly string[]>();

/** What the frames of a batch carry, one text a message: worked out once, however many clients want it. */
export function payloadsOf(batch: FrameBatch): readonly string[] {
  const found = known.get(batch);
  if (found) return found;
  const payloads = payloadsOfFrames(batch.bytes.toString());
  known.set(batch, payloads);
  return payloads;
}

/**
 * How many messages a client loses with a batch. A worker's message about its own losses is none of them, but what it
 * would have told is lost, too, for a client that wanted to be told.
 */
export function messagesLostWith(batch: FrameBatch): number {
  if (!batch.bytes.includes('"svc.meta.dropped"')) return batch.messages;
  return payloadsOf(batch).reduce((sum, payload) => sum + (missedCount(payload) ?? 1), 0);
}
