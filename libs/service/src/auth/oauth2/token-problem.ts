import { timeWord } from './time-word';

/** Expected properties of a token, as far as messages name them. */
interface Expected {
  issuer: string;
  audience: readonly string[];
  algorithms: readonly string[];
}

/** As jose's errors are. The payload is there only of a token whose signature is right: its own client reads the message. */
interface Problem {
  code?: unknown;
  claim?: unknown;
  reason?: unknown;
  payload?: { exp?: unknown; nbf?: unknown; aud?: unknown; iss?: unknown };
}

const MAX_SHOWN = 200;

/**
 * Returns what is wrong with a token: what, where, and what would be right.
 *
 * @param error of jose's verification
 * @param now ms since 1970
 */
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
      return 'the signature of the token is wrong';
    case 'ERR_JWS_INVALID':
    case 'ERR_JWT_INVALID':
      return 'the token is no signed JWT: three parts with a dot between them are needed';
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
      return `the claim ${shown(claim)} of the token is not as it must be`;
  }
}

/** A claim as text, bounded: its issuer chose it. */
function shown(value: unknown): string {
  const text = Array.isArray(value)
    ? value.join(', ')
    : typeof value === 'string'
      ? value
      : JSON.stringify(value);
  return text === undefined || text === '' ? 'none' : text.slice(0, MAX_SHOWN);
}
