import { tokenProblem } from './token-problem';

const expected = {
  issuer: 'https://login.example',
  audience: ['portolan', 'batch'],
  algorithms: ['RS256', 'ES256'],
};
const now = Date.parse('2026-10-08T12:30:00Z');
const seconds = (time: string): number => Date.parse(time) / 1000;
const wrong = (claim: string, payload: object) => ({
  code: 'ERR_JWT_CLAIM_VALIDATION_FAILED',
  reason: 'check_failed',
  claim,
  payload,
});

it.each([
  [
    { code: 'ERR_JWT_EXPIRED', payload: { exp: seconds('2026-10-08T12:00:03Z') } },
    'the token expired at 12:00:03Z',
  ],
  [
    { code: 'ERR_JWT_EXPIRED', payload: { exp: seconds('2026-10-07T12:00:03Z') } },
    'the token expired at 2026-10-07T12:00:03Z',
  ],
  [wrong('nbf', { nbf: seconds('2026-10-08T13:00:00Z') }), 'the token is not valid before 13:00:00Z'],
  [wrong('aud', { aud: 'other' }), 'expected audience portolan or batch, got other'],
  [wrong('aud', { aud: ['a', 'b'] }), 'expected audience portolan or batch, got a, b'],
  [wrong('iss', { iss: 'https://x' }), 'expected issuer https://login.example, got https://x'],
  [
    { code: 'ERR_JWT_CLAIM_VALIDATION_FAILED', reason: 'missing', claim: 'exp', payload: {} },
    'the token has no claim exp',
  ],
  [{ code: 'ERR_JOSE_ALG_NOT_ALLOWED' }, 'the token must be signed with one of RS256, ES256'],
  [{ code: 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED' }, 'the signature of the token is invalid'],
  [new Error('any'), 'the token cannot be verified'],
])('%j is told as "%s"', (error, message) => {
  expect(tokenProblem(error, expected, now)).toBe(message);
});
