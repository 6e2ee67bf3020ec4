import { Role } from '../identity/principal';
import { DatabaseConfig } from './database-config';
import {
  ChoiceSetting,
  DurationSetting,
  ListSetting,
  NumberSetting,
  Rule,
  TextSetting,
  UrlSetting,
} from './settings';

/** Ways in which clients authenticate. */
export const AuthMode = { Off: 'off', OAuth2: 'oauth2', X509: 'x509', Module: 'module' } as const;
export type AuthMode = (typeof AuthMode)[keyof typeof AuthMode];

/** Allowed signature algorithms: all with a public key, so that a verifier cannot sign. */
export const TOKEN_ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
] as const;

/** The parts of a certificate that may be the client's name. */
export const CERTIFICATE_NAMES = ['cn', 'dn', 'email'] as const;

/** Groups of addresses that may be accessible without a credential. */
export const OPENABLE = ['metrics', 'docs', 'none'] as const;

const ROLES = Object.values(Role);
const ROLE_ENTRY = new RegExp(`^.+=(?:${ROLES.join('|')})$`);

/** A list of `<who>=<role>`; `<who>` may contain `=`. */
const RoleMapSetting = (): PropertyDecorator =>
  ListSetting({
    isEntry: (entry) => ROLE_ENTRY.test(entry),
    syntax: `<name>=<role>, role being one of ${ROLES.join(', ')}`,
  });

/** Checks settings that depend on each other. */
const CompleteAuth = (): PropertyDecorator =>
  Rule('authSettings', (_modes, config) => authProblem(config as AuthConfig));

/** Authentication and authorization of clients (docs/authentication.md). */
export class AuthConfig extends DatabaseConfig {
  /** `off`, or a list of `oauth2`, `x509`, `module`, tried in this order: a client needs one of them. */
  @CompleteAuth() @ListSetting({ values: Object.values(AuthMode) }) AUTH_MODE: AuthMode[] = [AuthMode.Off];
  /** `module`: file of a JavaScript module whose default export is an authenticator. */
  @TextSetting({ optional: true }) AUTH_MODULE?: string;
  /** `oauth2`: the required issuer of tokens, exactly as in `iss`. */
  @UrlSetting(['https', 'http'], { optional: true }) AUTH_ISSUER?: string;
  /** `oauth2`: the accepted audiences; `aud` must contain one of them. */
  @ListSetting() AUTH_AUDIENCE: string[] = [];

  /** `oauth2`: address of the issuer's keys. Unset: from its discovery document. */
  @UrlSetting(['https', 'http'], { optional: true }) AUTH_JWKS_URL?: string;

  /** `oauth2`: accepted signature algorithms of tokens. */
  @ListSetting({ values: TOKEN_ALGORITHMS }) AUTH_ALGORITHMS: string[] = [...TOKEN_ALGORITHMS];
  /** `oauth2`: the claim with the client's name. */
  @TextSetting() AUTH_SUBJECT_CLAIM = 'sub';
  /** `oauth2`: the claim with the client's roles or groups; dots lead into objects. */
  @TextSetting() AUTH_ROLES_CLAIM = 'roles';
  /** `oauth2`: maps roles or groups of the issuer, as `<name>=<role>`; `reader`, `submitter` and `admin` are built in. */
  @RoleMapSetting() AUTH_ROLE_MAP: string[] = [];
  /** The role of clients without any other. Unset: none, so that they have no access. */
  @ChoiceSetting(ROLES, { optional: true }) AUTH_DEFAULT_ROLE?: Role;
  /** `oauth2`: tolerated difference of the issuer's clock, ms. */
  @NumberSetting({ max: 600_000 }) AUTH_CLOCK_TOLERANCE_MS = 5000;

  /** `oauth2`: age at which the issuer's keys are read again, ms. They stay valid while the issuer is unreachable. */
  @DurationSetting() AUTH_JWKS_CACHE_MS = 600_000;
  /** `oauth2`: pause between two reads of the keys because of a token with an unknown key, ms. */
  @DurationSetting() AUTH_JWKS_COOLDOWN_MS = 30_000;
  /** `oauth2`: time limit of the issuer's responses, ms. */
  @NumberSetting({ min: 1, max: 1900 }) AUTH_JWKS_TIMEOUT_MS = 1500;

  /** `oauth2`: how long a verified token is cached, at most until it expires, ms. */
  @NumberSetting({ max: 86_400_000 }) AUTH_TOKEN_CACHE_MS = 300_000;

  /** `x509`: the part of a certificate that is the client's name: `cn`, `dn` (the whole subject) or `email`. */
  @ChoiceSetting(CERTIFICATE_NAMES) AUTH_X509_NAME: (typeof CERTIFICATE_NAMES)[number] = 'cn';
  /** `x509`: roles of clients, as `<who>=<role>`; `<who>` is a name, a subject part such as `OU=platform`, or `*`. */
  @RoleMapSetting() AUTH_X509_ROLES: string[] = [];
  /** `x509`: header with the subject of a certificate verified by a proxy of `TRUSTED_PROXIES`. Unset: not accepted. */
  @TextSetting({ optional: true }) AUTH_X509_HEADER?: string;
  /** `x509`: second header that must be `SUCCESS`; not required with `x-forwarded-client-cert`. */
  @TextSetting() AUTH_X509_VERIFY_HEADER = 'ssl-client-verify';

  /** Addresses that are open while authentication is on: `metrics`, `docs` (with the OpenAPI document), or `none`. */
  @ListSetting({ values: OPENABLE }) AUTH_OPEN: string[] = ['metrics', 'docs'];

  /** Certificate (PEM) of the service's own port, which then uses TLS. Unset: plain HTTP. */
  @TextSetting({ optional: true }) TLS_CERT_FILE?: string;
  /** Key (PEM) of `TLS_CERT_FILE`. */
  @TextSetting({ optional: true }) TLS_KEY_FILE?: string;
  /** Authorities (PEM) of client certificates. If set, clients are asked for a certificate. */
  @TextSetting({ optional: true }) TLS_CA_FILE?: string;

  /** File for audit lines. Unset: stdout, unless `AUTH_MODE` is `off`. */
  @TextSetting({ optional: true }) AUDIT_LOG_FILE?: string;
}

/** Reports whether authentication is on. */
export const isAuthOn = ({ AUTH_MODE }: Pick<AuthConfig, 'AUTH_MODE'>): boolean =>
  AUTH_MODE.some((mode) => mode !== AuthMode.Off);

/** Returns the conflict between settings; undefined when there is none. */
function authProblem(config: AuthConfig & { TRUSTED_PROXIES?: string[] }): string | undefined {
  const { AUTH_MODE: modes } = config;
  const has = (mode: AuthMode): boolean => modes.includes(mode);
  const hasAudience = config.AUTH_ISSUER && config.AUTH_AUDIENCE.length > 0;
  if (modes.length > 1 && has(AuthMode.Off)) return 'AUTH_MODE off cannot be combined with other modes';
  if (has(AuthMode.Module) && !config.AUTH_MODULE) return 'AUTH_MODE module needs AUTH_MODULE';
  if (has(AuthMode.OAuth2) && !hasAudience) return 'AUTH_MODE oauth2 needs AUTH_ISSUER and AUTH_AUDIENCE';
  if (Boolean(config.TLS_CERT_FILE) !== Boolean(config.TLS_KEY_FILE))
    return 'TLS_CERT_FILE and TLS_KEY_FILE must be set together';
  if (config.TLS_CA_FILE && !config.TLS_CERT_FILE) return 'TLS_CA_FILE needs TLS_CERT_FILE';
  if (config.AUTH_X509_HEADER && (config.TRUSTED_PROXIES ?? []).length === 0)
    return 'AUTH_X509_HEADER needs TRUSTED_PROXIES';
  if (has(AuthMode.X509) && !config.TLS_CA_FILE && !config.AUTH_X509_HEADER)
    return 'AUTH_MODE x509 needs TLS_CA_FILE or AUTH_X509_HEADER';
  return undefined;
}
