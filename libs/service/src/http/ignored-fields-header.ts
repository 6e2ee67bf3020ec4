import { isPlainObject, onIgnoredField } from '@portolan/validation';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { noteIgnoredField, takenIgnoredFields, takesBody } from '../requests/request-context';

/** Response header with the ignored fields of the request's body. */
const IGNORED_FIELDS_HEADER = 'Ignored-Fields';

/** Limits of one path and of the whole header, characters. */
const PATH_LENGTH = 100;
const HEADER_LENGTH = 1000;

/** Statuses of requests that are refused before their handler could take the body: nothing is known about its fields. */
const BEFORE_BODY: ReadonlySet<number> = new Set([401, 403, 429, 503]);

/**
 * Lists unknown fields of a request's body in `Ignored-Fields`, also of a refused one: a misspelt field may be the reason. Where
 * the handler takes no body, all fields are unknown.
 */
export function nameIgnoredFields(fastify: FastifyInstance): void {
  onIgnoredField(noteIgnoredField);
  fastify.addHook('onSend', (_request, reply, _payload, done) => {
    setIgnoredFields(reply);
    done();
  });
}

/** Sets the header of one response; a response that bypasses Fastify calls it before writing its head. */
export function setIgnoredFields(reply: FastifyReply): void {
  const { body } = reply.request;
  if (isPlainObject(body) && !takesBody() && !BEFORE_BODY.has(reply.statusCode))
    for (const name of Object.keys(body)) if (!noteIgnoredField(name)) break;
  const fields = takenIgnoredFields();
  if (fields.size > 0) void reply.header(IGNORED_FIELDS_HEADER, headerOf([...fields]));
}

/** Returns the value of the header: paths separated by commas, in ASCII; the number of those that do not fit. */
function headerOf(paths: readonly string[]): string {
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

/** Percent-encodes characters that would end the path or the header. */
function asHeaderText(path: string): string {
  // Lone surrogates, which cannot be encoded, become U+FFFD.
  const text = Buffer.from(path.slice(0, PATH_LENGTH))
    .toString()
    .replace(/[^\w.$[\]-]/gu, encodeURIComponent);
  return path.length > PATH_LENGTH ? `${text}...` : text;
}
