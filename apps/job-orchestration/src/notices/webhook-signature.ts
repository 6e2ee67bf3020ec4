import { createHmac } from 'node:crypto';

/** Header that says who sends a webhook's call: `t=<seconds>,v1=<hex>`. */
export const SIGNATURE_HEADER = 'x-portolan-signature';

/**
 * The value of {@link SIGNATURE_HEADER}: an HMAC-SHA256 over `<seconds>.<body>`, so that neither what was sent nor when
 * can be changed or repeated later by somebody who does not know the secret.
 *
 * @param now ms since the epoch
 */
export function signatureOf(secret: string, body: string, now: number): string {
  const seconds = Math.floor(now / 1000);
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}
