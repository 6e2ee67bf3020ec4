/** The subject of a certificate, as its parts in the order of RFC 4514 (the narrowest first): `['CN', 'alice']`. */
export type Subject = readonly (readonly [type: string, value: string])[];

/** From what Node tells of a certificate: the widest part first, several of one type as a list. */
export function subjectOfPeer(fields: Readonly<Record<string, string | string[] | undefined>>): Subject {
  return Object.entries(fields)
    .flatMap(([type, values]) =>
      (Array.isArray(values) ? values : [values ?? '']).map((value) => [type, value] as const),
    )
    .reverse();
}

/**
 * Reads `CN=alice,OU=platform,O=Example` (RFC 4514) or the older `/O=Example/OU=platform/CN=alice`, as proxies write
 * them.
 *
 * @returns undefined when it can't be read
 */
export function readSubject(text: string): Subject | undefined {
  const isOld = text.startsWith('/');
  const parts = isOld
    ? splitAt(text.slice(1), '/')
    : splitAt(text, ',').flatMap((part) => splitAt(part, '+'));
  const read = parts.map((part): [string, string] | undefined => {
    const [, type, value] = /^\s*([A-Za-z][\w.-]*|\d[\d.]*)\s*=(.*)$/s.exec(part) ?? [];
    return type === undefined || value === undefined ? undefined : [type, unescape(value.trim())];
  });
  if (read.length === 0 || read.includes(undefined)) return undefined;
  const subject = read.flatMap((part) => (part ? [part] : []));
  return isOld ? subject.reverse() : subject;
}

/** As one text, RFC 4514. */
export const writeSubject = (subject: Subject): string =>
  subject.map(([type, value]) => `${type}=${value.replace(/[\\,+"<>;=]|^[ #]| $/g, '\\$&')}`).join(',');

/** The narrowest value of a type; undefined when there is none. */
export const partOf = (subject: Subject, ...types: string[]): string | undefined =>
  subject.find(([type, value]) => types.includes(type.toLowerCase()) && value !== '')?.[1];

/** Parted at a character, but for where it is escaped or in quotes. In one pass: others choose the text. */
export function splitAt(text: string, separator: string): string[] {
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

/** Without quotes and escapes: `\,` and the bytes of `\C3\A9`. */
function unescape(value: string): string {
  const bare = /^"(.*)"$/s.exec(value)?.[1] ?? value;
  return bare.replace(
    /((?:\\[0-9A-Fa-f]{2})+)|\\(.)/gs,
    (_all, bytes: string | undefined, character: string) =>
      bytes === undefined ? character : Buffer.from(bytes.replaceAll('\\', ''), 'hex').toString(),
  );
}
