import { hash } from 'node:crypto';

export const entityTag = (body: Buffer | string): string => `"${hash('sha1', body, 'base64url')}"`;

/** Returns the weak tag for bodies of equal meaning with possibly different bytes. */
export const weakTag = (tag: string): string => (tag.startsWith('W/') ? tag : `W/${tag}`);

/** Reports whether an `If-None-Match` header names a tag; strong and weak ones compare alike (RFC 9110, 13.1.2). */
export function namesTag(ifNoneMatch: string, tag: string): boolean {
  if (ifNoneMatch.trim() === '*') return true;
  const opaque = tag.replace(/^W\//, '');
  return ifNoneMatch.split(',').some((one) => one.trim().replace(/^W\//, '') === opaque);
}
