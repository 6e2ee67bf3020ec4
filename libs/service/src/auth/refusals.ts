import { ErrorKind, ServiceError } from '../errors/service-error';

const REALM = 'realm="portolan"';
/** Seconds after which a credential that could not be judged may be shown again. */
const RETRY_AFTER_SECONDS = '2';

/**
 * Why an authenticator has thrown: ours say it themselves, those that are plugged in by `statusCode`. Everything else is a
 * bug of theirs.
 */
export function readFailure(error: unknown, challenges: readonly string[]): unknown {
  if (error instanceof ServiceError || !(error instanceof Error)) return error;
  const { statusCode } = error as { statusCode?: unknown };
  if (statusCode === 401) return unauthorized(error.message, challengeOf(challenges));
  return statusCode === 503 ? cannotJudge(error.message, error) : error;
}

/** 401: nobody said who he is. @param challenges schemes that would do, for `WWW-Authenticate` */
export function credentialsMissing(challenges: readonly string[]): ServiceError {
  const ways = (challenges.length > 0 ? challenges : ['Bearer']).map(
    (scheme) => WAYS[scheme] ?? `use ${scheme}`,
  );
  return unauthorized(`credentials are required: ${ways.join(', or ')}`, challengeOf(challenges));
}

const WAYS: Readonly<Record<string, string>> = {
  Bearer: 'send Authorization: Bearer <token>',
  Certificate: 'connect with a client certificate',
};

function challengeOf(challenges: readonly string[]): string {
  const named = challenges.length > 0 ? challenges : ['Bearer'];
  return named.map((scheme) => `${scheme} ${REALM}`).join(', ');
}

/** 401: the token does not count (RFC 6750 §3.1). @param why told to the client; nothing of the token */
export function invalidToken(why: string): ServiceError {
  return unauthorized(why, `Bearer ${REALM}, error="invalid_token", error_description="${quotable(why)}"`);
}

/** 401: the certificate does not count. */
export function invalidCertificate(why: string): ServiceError {
  return unauthorized(why, `Certificate ${REALM}`);
}

/** 403. */
export const forbidden = (message: string): ServiceError => new ServiceError(ErrorKind.Forbidden, message);

/** 503: who could judge the credential is away. */
export function cannotJudge(message: string, cause?: unknown): ServiceError {
  const headers = { 'Retry-After': RETRY_AFTER_SECONDS };
  return new ServiceError(ErrorKind.Unavailable, message, { headers, cause });
}

const unauthorized = (message: string, challenge: string): ServiceError =>
  new ServiceError(ErrorKind.Unauthorized, message, { headers: { 'WWW-Authenticate': challenge } });

const quotable = (text: string): string => text.replace(/[^\x20-\x7e]|["\\]/g, ' ');
