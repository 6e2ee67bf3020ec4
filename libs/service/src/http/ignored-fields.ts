import { onIgnoredField } from '@portolan/validation';
import type { FastifyInstance } from 'fastify';
import { noteIgnoredField, takenIgnoredFields } from './request-context';

/** Header of an answer that names the fields of the request's body that nobody read. */
export const IGNORED_FIELDS_HEADER = 'Ignored-Fields';

/** Characters of a path, and of the whole header. */
const PATH_LENGTH = 100;
const HEADER_LENGTH = 1000;

/**
 * Names in `Ignored-Fields` what the answered request's body had and no rule knows: unknown fields are ignored by contract,
 * and a misspelt one would be ignored in silence.
 */
export function nameIgnoredFields(fastify: FastifyInstance): void {
  onIgnoredField(noteIgnoredField);
  fastify.addHook('onSend', (_request, reply, _payload, done) => {
    const fields = takenIgnoredFields();
    if (fields.size > 0 && reply.statusCode < 400)
      void reply.header(IGNORED_FIELDS_HEADER, headerOf([...fields]));
    done();
  });
}

/** The header's value: paths with commas between them, in ASCII; what does not fit is counted. */
export function headerOf(paths: readonly string[]): string {
  const shown: string[] = [];
  let length = 0;
  for (const path of paths.map(asHeaderText)) {
    length += path.length + 2;
    if (length > HEADER_LENGTH) break;
    shown.push(path);
  }
  const left = paths.length - shown.length;
  return [...shown, ...(left > 0 ? [`...${left} more`] : [])].join(', ');
}

/** Percent-encodes what would end the path or the header. */
function asHeaderText(path: string): string {
  // Halves of characters, which cannot be encoded, become U+FFFD.
  const text = Buffer.from(path.slice(0, PATH_LENGTH))
    .toString()
    .replace(/[^\w.$[\]-]/gu, encodeURIComponent);
  return path.length > PATH_LENGTH ? `${text}...` : text;
}
