/** Expected properties of a token that messages name. */
interface Expected {
  issuer: string;
  audience: readonly string[];
  algorithms: readonly string[];
}

/** An error of jose. It has a payload only if the signature is valid: then only the client itself reads the message. */
interface Problem {
  code?: unknown;
  claim?: unknown;
  reason?: unknown;
  payload?: { exp?: unknown; nbf?: unknown; aud?: unknown; iss?: unknown };
}

const MAX_SHOWN = 200;

/** Describes the fault of a token. @param error of jose's verification. @param now ms since 1970 */
export function tokenProblem(error: unknown, expected: Expected, now: number): string {
  const { code, claim, reason, payload = {} } = (error ?? {}) as Problem;
  switch (code) {
    case 'ERR_JWT_EXPIRED':
      return `the token expired at ${timeWord(payload.exp, now)}`;
    case 'ERR_JWT_CLAIM_VALIDATION_FAILED':
      return reason === 'missing'
        ? `the token has no claim ${shown(claim)}`
        : wrongClaim(String(claim), payload, expected, now);
    case 'ERR_JOSE_ALG_NOT_ALLOWED':
      return `the token must be signed with one of ${expected.algorithms.join(', ')}`;
    case 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED':
      return 'the signature of the token is invalid';
    case 'ERR_JWS_INVALID':
    case 'ERR_JWT_INVALID':
      return 'the token is not a signed JWT: three parts separated by dots are required';
    default:
      return 'the token cannot be verified';
  }
}

function wrongClaim(
  claim: string,
  payload: NonNullable<Problem['payload']>,
  { issuer, audience }: Expected,
  now: number,
): string {
  switch (claim) {
    case 'aud':
      return `expected audience ${audience.join(' or ')}, got ${shown(payload.aud)}`;
    case 'iss':
      return `expected issuer ${issuer}, got ${shown(payload.iss)}`;
    case 'nbf':
      return `the token is not valid before ${timeWord(payload.nbf, now)}`;
    default:
      return `the claim ${shown(claim)} of the token is invalid`;
  }
}

/** Shows a claim as text, bounded because its issuer chose it. */
function shown(value: unknown): string {
  const text = Array.isArray(value)
    ? value.join(', ')
    : typeof value === 'string'
      ? value
      : JSON.stringify(value);
  return text === undefined || text === '' ? 'none' : text.slice(0, MAX_SHOWN);
}

/** Formats a token's time for people: `12:00:03Z` on the same day (UTC), else with its date. @param seconds since 1970 */
function timeWord(seconds: unknown, now: number): string {
  const at = new Date(typeof seconds === 'number' ? seconds * 1000 : Number.NaN);
  if (Number.isNaN(at.getTime())) return 'an invalid time';
  const text = at.toISOString().replace(/\.\d+Z$/, 'Z');
  const [day = '', time = ''] = text.split('T');
  return new Date(now).toISOString().startsWith(day) ? time : text;
}
