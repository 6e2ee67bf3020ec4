import { createHmac, timingSafeEqual } from 'node:crypto';
import type { LaunchOffer } from './launch-offer';

/**
 * Returns the offer with the signature of its owner: HMAC-SHA256, in hex, over its canonical JSON (fields sorted by
 * name, absent ones omitted) with the internal token as key. Nodes send that token to the address in an
 * offer and run its command, so write access to the queue alone must not suffice to create an offer.
 *
 * @param offer with the fields of the class only, because nodes drop others
 */
export const signOffer = (offer: LaunchOffer, internalToken: string): LaunchOffer => ({
  ...offer,
  signature: signatureOf(offer, internalToken),
});

/** Reports whether the offer was signed with one of these tokens and is unchanged. */
export function isSigned(offer: LaunchOffer, ...internalTokens: string[]): boolean {
  const given = Buffer.from(offer.signature ?? '');
  return internalTokens.some((token) => {
    const right = Buffer.from(signatureOf(offer, token));
    return given.length === right.length && timingSafeEqual(given, right);
  });
}

function signatureOf({ signature: _, ...signed }: LaunchOffer, internalToken: string): string {
  const canonical = JSON.stringify(signed, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([left], [right]) => (left < right ? -1 : 1)))
      : part,
  );
  return createHmac('sha256', internalToken).update(canonical).digest('hex');
}
