import { ErrorKind, ServiceError, unavailable } from '../errors/service-error';

const REALM = 'realm="portolan"';

/** Returns an authenticator's error as a refusal; plugged-in ones use `statusCode`. Any other error is a bug of theirs. */
export function readFailure(error: unknown, challenges: readonly string[]): unknown {
  if (error instanceof ServiceError || !(error instanceof Error)) return error;
  const { statusCode } = error as { statusCode?: unknown };
  if (statusCode === 401) return unauthorized(error.message, challengeOf(challenges));
  return statusCode === 503 ? unavailable(error.message, error) : error;
}

/** Returns the 401 for a request without a credential. @param challenges accepted schemes, for `WWW-Authenticate` */
export function credentialsMissing(challenges: readonly string[]): ServiceError {
  const ways = schemesOf(challenges).map((scheme) => WAYS[scheme] ?? `use ${scheme}`);
  return unauthorized(`credentials are required: ${ways.join(', or ')}`, challengeOf(challenges));
}

const WAYS: Readonly<Record<string, string>> = {
  Bearer: 'send Authorization: Bearer <token>',
  Certificate: 'connect with a client certificate',
};

const schemesOf = (challenges: readonly string[]): readonly string[] =>
  challenges.length > 0 ? challenges : ['Bearer'];

const challengeOf = (challenges: readonly string[]): string =>
  schemesOf(challenges)
    .map((scheme) => `${scheme} ${REALM}`)
    .join(', ');

/** Returns the 401 for an invalid token (RFC 6750 §3.1). @param why shown to the client; must not contain the token */
export const invalidToken = (why: string): ServiceError =>
  unauthorized(why, `Bearer ${REALM}, error="invalid_token", error_description="${quotable(why)}"`);

export const invalidCertificate = (why: string): ServiceError => unauthorized(why, `Certificate ${REALM}`);

/** Returns a 403. */
export const forbidden = (message: string): ServiceError => new ServiceError(ErrorKind.Forbidden, message);

const unauthorized = (message: string, challenge: string): ServiceError =>
  new ServiceError(ErrorKind.Unauthorized, message, { headers: { 'WWW-Authenticate': challenge } });

const quotable = (text: string): string => text.replace(/[^\x20-\x7e]|["\\]/g, ' ');
