/**
 * The development issuer as other tools see it: when it is wanted, what services are told of it, and tokens. It is not for
 * production. Its program is tools/dev-issuer.mjs; nothing here needs a package.
 */
import { generateKeyPairSync, createPrivateKey, randomBytes, randomUUID, sign } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import process from 'node:process';
import { currentSet } from './ports.mjs';
import { findRunning } from './processes.mjs';
import { paths, urlOf } from './settings.mjs';

/** Started like a service. */
export const ISSUER = Object.freeze({
  key: 'issuer',
  app: 'dev-issuer',
  title: 'development issuer',
  program: 'tools/dev-issuer.mjs',
});

/** The roles, which are the issuer's users too: `admin` has the role `admin`. */
export const ROLES = Object.freeze(['reader', 'submitter', 'admin']);
export const AUDIENCE = 'portolan';
export const ALGORITHM = 'ES256';
/** How long tokens are valid, s: a working day. */
export const TOKEN_TTL_S = 12 * 3600;

/** The modes of `AUTH_MODE`. */
const modesOf = (text = '') => text.split(',').map((mode) => mode.trim());

/**
 * Whether settings ask for tokens and leave open who issues them.
 *
 * @param {Record<string, string | undefined>} environment
 */
export const wantsIssuer = ({ AUTH_MODE, AUTH_ISSUER, AUTH_JWKS_URL }) =>
  modesOf(AUTH_MODE).includes('oauth2') && !AUTH_ISSUER && !AUTH_JWKS_URL;

/** The record of the running issuer, or `null`. */
export const runningIssuer = () => findRunning(ISSUER.app);

/** Whether the issuer belongs to this system: it runs, or the user's settings ask for it. */
export const isIssuerUsed = () => Boolean(runningIssuer()) || wantsIssuer(process.env);

/** The issuer's address, which is the `iss` of its tokens. */
export const issuerUrl = () => urlOf(runningIssuer()?.port ?? currentSet().issuer);

const namedByUser = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => /^AUTH_/.test(name)));

/**
 * Returns the `AUTH_` settings of a service: the user's, and of the issuer what the user leaves open. A system whose issuer runs
 * keeps its mode when the user names none.
 */
export function authSettings() {
  const AUTH_MODE = process.env.AUTH_MODE || runningIssuer()?.authMode || 'off';
  const given = { ...namedByUser(), AUTH_MODE };
  if (!wantsIssuer(given)) return given;
  return {
    ...given,
    AUTH_ISSUER: issuerUrl(),
    AUTH_JWKS_URL: `${issuerUrl()}/jwks`,
    AUTH_AUDIENCE: AUDIENCE,
    AUTH_ALGORITHMS: ALGORITHM,
    AUTH_SUBJECT_CLAIM: 'sub',
    AUTH_ROLES_CLAIM: 'roles',
  };
}

/**
 * Returns the issuer's secrets, and makes them at the first call: a restart leaves tokens valid.
 *
 * @param {string} [file] only its owner may read it
 * @returns {{ jwk: Record<string, string>, cookieKey: string }} the private key that signs tokens, and the one of cookies
 */
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

/**
 * Returns an access token as the issuer would give it to the user of a role, valid for 12 h.
 *
 * @param {'reader' | 'submitter' | 'admin'} role
 * @param {{ issuer?: string, keys?: ReturnType<typeof issuerKeys>, now?: number }} [options] `now` in ms since 1970
 */
export function tokenFor(role, { issuer = issuerUrl(), keys = issuerKeys(), now = Date.now() } = {}) {
  const iat = Math.floor(now / 1000);
  const claims = {
    iss: issuer,
    aud: AUDIENCE,
    sub: role,
    roles: [role],
    jti: randomUUID(),
    iat,
    exp: iat + TOKEN_TTL_S,
  };
  const text = `${encoded({ alg: ALGORITHM, typ: 'at+jwt', kid: keys.jwk.kid })}.${encoded(claims)}`;
  const key = createPrivateKey({ key: keys.jwk, format: 'jwk' });
  return `${text}.${sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
}
