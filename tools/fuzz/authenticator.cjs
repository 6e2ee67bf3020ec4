/** An authenticator for AUTH_MODE=module that trusts a header, so that a request can provoke each refusal. */
const REFUSALS = { unknown: 401, away: 503 };

module.exports = class FuzzAuthenticator {
  challenge = 'Fuzz';

  authenticate({ headers }) {
    const said = headers['x-fuzz-role'];
    if (said === undefined) return undefined;
    if (REFUSALS[said]) throw Object.assign(new Error(`said to be ${said}`), { statusCode: REFUSALS[said] });
    return { subject: 'fuzz', roles: said === 'none' ? [] : [said], via: 'fuzz' };
  }
};
