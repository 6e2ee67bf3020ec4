/** The interface of the development issuer (not for production) for other tools. Needs no package. */
import { generateKeyPairSync, createPrivateKey, randomBytes, randomUUID, sign } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { currentSet } from './state.mjs';
import { findRunning } from './processes.mjs';
import { paths, urlOf } from './settings.mjs';

const program = 'tools/dev-issuer.mjs';
const health = '/jwks';
export const ISSUER = { key: 'issuer', app: 'dev-issuer', title: 'development issuer', program, health };

/** The roles, which are the issuer's users too: `admin` has the role `admin`. */
export const ROLES = Object.freeze(['reader', 'submitter', 'admin']);
export const AUDIENCE = 'portolan';
export const ALGORITHM = 'ES256';
/** Lifetime of tokens, s: a working day. */
export const TOKEN_TTL_S = 12 * 3600;

/** Reports whether the settings require tokens and name no issuer. */
export const wantsIssuer = ({ AUTH_MODE = '', AUTH_ISSUER, AUTH_JWKS_URL }) =>
  AUTH_MODE.split(',').some((mode) => mode.trim() === 'oauth2') && !AUTH_ISSUER && !AUTH_JWKS_URL;

export const runningIssuer = () => findRunning(ISSUER.app);

/** Reports whether this system uses the issuer: it runs, or the user's settings require it. */
export const isIssuerUsed = () => Boolean(runningIssuer()) || wantsIssuer(process.env);

const issuerUrl = () => urlOf(runningIssuer()?.port ?? currentSet().issuer);

/**
 * Returns the `AUTH_` settings of a service: the user's, completed with the issuer's. A user that names no mode gets that of the
 * running issuer.
 */
export function authSettings() {
  const AUTH_MODE = process.env.AUTH_MODE || runningIssuer()?.authMode || 'off';
  const named = Object.entries(process.env).filter(([name]) => name.startsWith('AUTH_'));
  const given = { ...Object.fromEntries(named), AUTH_MODE };
  return wantsIssuer(given) ? { ...given, ...settingsOf(issuerUrl()) } : given;
}

/** Returns the settings with which a service accepts the tokens of an issuer of this kind. */
export const settingsOf = (issuer) => ({
  AUTH_ISSUER: issuer,
  AUTH_JWKS_URL: `${issuer}/jwks`,
  AUTH_AUDIENCE: AUDIENCE,
  AUTH_ALGORITHMS: ALGORITHM,
  AUTH_SUBJECT_CLAIM: 'sub',
  AUTH_ROLES_CLAIM: 'roles',
});

/** Returns the keys of tokens and of cookies, created by the first call and stored, so that tokens stay valid after a restart. */
export function issuerKeys(file = paths.issuerKeys) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = { ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), alg: ALGORITHM, use: 'sig' };
  const keys = { jwk, cookieKey: randomBytes(32).toString('base64url') };
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(keys)}\n`, { mode: 0o600, flag: 'wx' });
  return keys;
}

const encoded = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Returns an access token as the issuer would issue it to the user of a role, valid for 12 h. `now` is in ms since 1970. */
export function tokenFor(role, { issuer = issuerUrl(), keys = issuerKeys(), now = Date.now() } = {}) {
  const iat = Math.floor(now / 1000);
  const subject = { iss: issuer, aud: AUDIENCE, sub: role, roles: [role] };
  const claims = { ...subject, jti: randomUUID(), iat, exp: iat + TOKEN_TTL_S };
  const text = `${encoded({ alg: ALGORITHM, typ: 'at+jwt', kid: keys.jwk.kid })}.${encoded(claims)}`;
  const key = createPrivateKey({ key: keys.jwk, format: 'jwk' });
  return `${text}.${sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
}
