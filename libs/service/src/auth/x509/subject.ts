import type { IncomingHttpHeaders } from 'node:http';
import { invalidCertificate } from '../../identity/refusals';

/** The subject of a certificate: its parts in the order of RFC 4514 (most specific first): `['CN', 'alice']`. */
export type Subject = readonly (readonly [type: string, value: string])[];

/** Converts the subject of a Node.js certificate: least specific part first, repeated types as lists. */
export function subjectOfPeer(fields: Readonly<Record<string, string | string[] | undefined>>): Subject {
  return Object.entries(fields)
    .flatMap(([type, values]) => [values ?? ''].flat().map((value) => [type, value] as const))
    .reverse();
}

/** Parses `CN=alice,OU=platform` (RFC 4514) or the older `/OU=platform/CN=alice`. @returns undefined for other text */
export function readSubject(text: string): Subject | undefined {
  const isOld = text.startsWith('/');
  const parts = isOld
    ? splitAt(text.slice(1), '/')
    : splitAt(text, ',').flatMap((part) => splitAt(part, '+'));
  const subject = parts.flatMap((part): [string, string][] => {
    const [, type, value] = /^\s*([A-Za-z][\w.-]*|\d[\d.]*)\s*=(.*)$/s.exec(part) ?? [];
    return type === undefined || value === undefined ? [] : [[type, unescape(value.trim())]];
  });
  if (subject.length < parts.length) return undefined;
  return isOld ? subject.reverse() : subject;
}

/** Formats a subject as text, RFC 4514. */
export const writeSubject = (subject: Subject): string =>
  subject.map(([type, value]) => `${type}=${value.replace(/[\\,+"<>;=]|^[ #]| $/g, '\\$&')}`).join(',');

/** Returns the most specific value of a type; undefined when there is none. */
export const partOf = (subject: Subject, ...types: string[]): string | undefined =>
  subject.find(([type, value]) => types.includes(type.toLowerCase()) && value !== '')?.[1];

/** Splits at a character unless it is escaped or quoted. Takes one pass, because clients control the text. */
function splitAt(text: string, separator: string): string[] {
  const parts = [''];
  let quoted = false;
  for (let index = 0; index < text.length; index++) {
    const character = text.charAt(index);
    if (character === '\\') parts.push(`${parts.pop()}\\${text.charAt(++index)}`);
    else if (character === separator && !quoted) parts.push('');
    else {
      if (character === '"') quoted = !quoted;
      parts.push(`${parts.pop()}${character}`);
    }
  }
  return parts;
}

/** Removes quotes and escapes: `\,` and the bytes of `\C3\A9`. */
function unescape(value: string): string {
  const bare = /^"(.*)"$/s.exec(value)?.[1] ?? value;
  return bare.replace(
    /((?:\\[0-9A-Fa-f]{2})+)|\\(.)/gs,
    (_all, bytes: string | undefined, character: string) =>
      bytes === undefined ? character : Buffer.from(bytes.replaceAll('\\', ''), 'hex').toString(),
  );
}

/** The headers with a certificate verified by a proxy. Names in lower case. */
export interface ForwardedSettings {
  /** The header with the subject: `ssl-client-subject-dn`, or `x-forwarded-client-cert`, which contains more. */
  header: string;
  /** A second header, which must be `SUCCESS`. */
  verifyHeader: string;
}

export const XFCC = 'x-forwarded-client-cert';
const VERIFIED = 'SUCCESS';

/**
 * Returns the subject of the certificate that a trusted proxy forwarded; undefined without one.
 * @throws ServiceError (unauthorized) for an unverified or unreadable certificate
 */
export function forwardedCertificate(
  headers: IncomingHttpHeaders,
  { header, verifyHeader }: ForwardedSettings,
): { subject: Subject } | undefined {
  const text = single(headers[header]);
  if (text === undefined || text.trim() === '') return undefined;
  if (header !== XFCC && single(headers[verifyHeader]) !== VERIFIED)
    throw invalidCertificate('the client certificate was not verified');
  const subject = readSubject(header === XFCC ? subjectIn(text) : text);
  if (!subject) throw invalidCertificate('the subject of the client certificate cannot be read');
  return { subject };
}

/** Parses `By=…;Hash=…;Subject="CN=alice,O=Example"`. With several elements the one written by the proxy is unknown. */
function subjectIn(text: string): string {
  if (splitAt(text, ',').length > 1) throw invalidCertificate(`${XFCC} must have one certificate`);
  const pairs = splitAt(text, ';').map((pair): [string, string] => {
    const at = pair.indexOf('=');
    return [pair.slice(0, at).trim().toLowerCase(), bare(pair.slice(at + 1).trim())];
  });
  const subject = pairs.find(([name]) => name === 'subject')?.[1];
  if (subject === undefined) throw invalidCertificate(`${XFCC} has no subject`);
  return subject;
}

const bare = (value: string): string =>
  value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1).replace(/\\(["\\])/g, '$1') : value;

const single = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.join(', ') : value;
