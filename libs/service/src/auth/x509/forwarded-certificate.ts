import type { IncomingHttpHeaders } from 'node:http';
import { invalidCertificate } from '../refusals';
import { readSubject, splitAt, type Subject } from './subject';

/** Which headers tell of a certificate that a proxy has verified. Names are in small letters. */
export interface ForwardedSettings {
  /** The subject: `ssl-client-subject-dn`; or `x-forwarded-client-cert`, which has more. */
  header: string;
  /** Must say `SUCCESS` beside it. */
  verifyHeader: string;
}

export const XFCC = 'x-forwarded-client-cert';
const VERIFIED = 'SUCCESS';

/** A certificate as a proxy tells of it. */
export interface ForwardedCertificate {
  subject: Subject;
}

/**
 * The client certificate that a proxy tells of. Who sent the headers is judged before.
 *
 * @returns undefined when it tells of none
 * @throws ServiceError (unauthorized) for a certificate that was not verified, and for what can't be read
 */
export function forwardedCertificate(
  headers: IncomingHttpHeaders,
  { header, verifyHeader }: ForwardedSettings,
): ForwardedCertificate | undefined {
  const text = single(headers[header]);
  if (text === undefined || text.trim() === '') return undefined;
  if (header === XFCC) return ofElement(text);
  if (single(headers[verifyHeader]) !== VERIFIED)
    throw invalidCertificate('the client certificate was not verified');
  return { subject: required(readSubject(text)) };
}

/** `By=…;Hash=…;Subject="CN=alice,O=Example"`: of several elements it is not known which the proxy itself wrote. */
function ofElement(text: string): ForwardedCertificate {
  if (splitAt(text, ',').length > 1) throw invalidCertificate(`${XFCC} has more than one certificate`);
  const pairs = splitAt(text, ';').map((pair): [string, string] => {
    const at = pair.indexOf('=');
    return [pair.slice(0, at).trim().toLowerCase(), bare(pair.slice(at + 1).trim())];
  });
  const subject = pairs.find(([name]) => name === 'subject')?.[1];
  if (subject === undefined) throw invalidCertificate(`${XFCC} names no subject`);
  return { subject: required(readSubject(subject)) };
}

const bare = (value: string): string =>
  value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1).replace(/\\(["\\])/g, '$1') : value;

const single = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.join(', ') : value;

function required(subject: Subject | undefined): Subject {
  if (!subject) throw invalidCertificate('the subject of the client certificate can not be read');
  return subject;
}
