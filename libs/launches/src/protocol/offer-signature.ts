import { createHmac, timingSafeEqual } from 'node:crypto';
import type { LaunchOffer } from './launch-offer';

/**
 * The offer with the signature of its owner: HMAC-SHA256, in hex, over its canonical JSON (fields sorted by
 * name, absent ones left out) with the internal token as key. Nodes send that token to the address in an
 * offer and run what it says, so who can only write to the queue must not be able to make one.
 *
 * @param offer with no fields but those of the class: nodes do not see others
 */
export function signOffer(offer: LaunchOffer, internalToken: string): LaunchOffer {
  return { ...offer, signature: signatureOf(offer, internalToken) };
}

/** Tells whether the offer was signed with one of these tokens and has not been changed since. */
export function isSigned(offer: LaunchOffer, ...internalTokens: string[]): boolean {
  const given = Buffer.from(offer.signature ?? '');
  return internalTokens.some((token) => {
    const right = Buffer.from(signatureOf(offer, token));
    return given.length === right.length && timingSafeEqual(given, right);
  });
}

function signatureOf(offer: LaunchOffer, internalToken: string): string {
  const { signature: _, ...signed } = offer;
  return createHmac('sha256', internalToken).update(canonical(signed)).digest('hex');
}

/** What travels as JSON, in one way only. */
function canonical(value: object): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([left], [right]) => (left < right ? -1 : 1)))
      : part,
  );
}
