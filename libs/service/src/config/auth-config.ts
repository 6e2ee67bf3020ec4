import { applyDecorators } from '@nestjs/common';
import { ValidateBy, type ValidationArguments } from 'class-validator';
import { Role } from '../auth/principal';
import { DatabaseConfig } from './database-config';
import {
  ChoiceSetting,
  DurationSetting,
  ListSetting,
  NumberSetting,
  TextSetting,
  UrlSetting,
} from './settings';

/** How clients show who they are. */
export const AuthMode = { Off: 'off', OAuth2: 'oauth2', X509: 'x509', Module: 'module' } as const;
export type AuthMode = (typeof AuthMode)[keyof typeof AuthMode];

/** Algorithms that a token may be signed with: all with a public key, so that who can check one can't make one. */
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

/** What of a certificate is the client's name. */
export const CERTIFICATE_NAMES = ['cn', 'dn', 'email'] as const;

/** Addresses of the platform that may be left open. */
export const OPENABLE = ['metrics', 'docs', 'none'] as const;

const ROLES = Object.values(Role);
const ROLE_ENTRY = new RegExp(`^.+=(?:${ROLES.join('|')})$`);

/** A list of `<who>=<role>`; who may contain `=`. */
function RoleMapSetting(): PropertyDecorator {
  return applyDecorators(
    ListSetting(),
    ValidateBy({
      name: 'roleMap',
      validator: {
        validate: (value: unknown) =>
          !Array.isArray(value) || value.every((entry) => ROLE_ENTRY.test(String(entry))),
        defaultMessage: () => `$property must be a list of <name>=<role>, role one of ${ROLES.join(', ')}`,
      },
    }),
  );
}

/** What the modes need besides. */
function CompleteAuth(): PropertyDecorator {
  const problem = ({ object }: ValidationArguments): string | undefined => authProblem(object as AuthConfig);
  return ValidateBy({
    name: 'authSettings',
    validator: {
      validate: (_value, args) => args === undefined || problem(args) === undefined,
      defaultMessage: (args) => (args && problem(args)) ?? '',
    },
  });
}

/** Who may do what, and how clients show who they are (docs/authentication.md). */
export class AuthConfig extends DatabaseConfig {
  /** `off`, or a list of `oauth2`, `x509`, `module`: a client needs one of them; they are asked in this order. */
  @CompleteAuth() @ListSetting({ values: Object.values(AuthMode) }) AUTH_MODE: AuthMode[] = [AuthMode.Off];

  /** `module`: file of a JavaScript module whose default export is an authenticator. */
  @TextSetting({ optional: true }) AUTH_MODULE?: string;

  /** `oauth2`: who must have issued a token, exactly its `iss`. */
  @UrlSetting(['https', 'http'], { optional: true }) AUTH_ISSUER?: string;

  /** `oauth2`: whom a token must be for; one of these in its `aud`. */
  @ListSetting() AUTH_AUDIENCE: string[] = [];

  /** `oauth2`: address of the issuer's keys. Unset: as its discovery document says. */
  @UrlSetting(['https', 'http'], { optional: true }) AUTH_JWKS_URL?: string;

  /** `oauth2`: algorithms that a token may be signed with. */
  @ListSetting({ values: TOKEN_ALGORITHMS }) AUTH_ALGORITHMS: string[] = [...TOKEN_ALGORITHMS];

  /** `oauth2`: the claim that is the client's name. */
  @TextSetting() AUTH_SUBJECT_CLAIM = 'sub';

  /** `oauth2`: the claim that lists the client's roles or groups; dots lead into objects. */
  @TextSetting() AUTH_ROLES_CLAIM = 'roles';

  /** `oauth2`: what roles or groups of the issuer mean here, as `<name>=<role>`; `reader`, `submitter` and `admin` mean themselves. */
  @RoleMapSetting() AUTH_ROLE_MAP: string[] = [];

  /** The role of whom nothing else gives one. Unset: none, so that nothing is open to it. */
  @ChoiceSetting(ROLES, { optional: true }) AUTH_DEFAULT_ROLE?: Role;

  /** `oauth2`: how far the issuer's clock may be off, ms. */
  @NumberSetting({ max: 600_000 }) AUTH_CLOCK_TOLERANCE_MS = 5000;

  /** `oauth2`: how old the issuer's keys may become before they are asked for again, ms. While it is away they go on. */
  @DurationSetting() AUTH_JWKS_CACHE_MS = 600_000;

  /** `oauth2`: pause between two requests for keys because of a token with a key that is not known, ms. */
  @DurationSetting() AUTH_JWKS_COOLDOWN_MS = 30_000;

  /** `oauth2`: how long the issuer may take to answer, ms. */
  @NumberSetting({ min: 1, max: 1900 }) AUTH_JWKS_TIMEOUT_MS = 1500;

  /** `oauth2`: how long a token that was verified is believed without doing it again, at the most until it is over, ms. */
  @NumberSetting({ max: 86_400_000 }) AUTH_TOKEN_CACHE_MS = 300_000;

  /** `x509`: what of a certificate is the client's name: `cn`, `dn` (all of the subject) or `email`. */
  @ChoiceSetting(CERTIFICATE_NAMES) AUTH_X509_NAME: (typeof CERTIFICATE_NAMES)[number] = 'cn';

  /** `x509`: roles of clients, as `<who>=<role>`; who: a name, a part of the subject such as `OU=platform`, or `*`. */
  @RoleMapSetting() AUTH_X509_ROLES: string[] = [];

  /** `x509`: header with the subject of a certificate that a proxy of `TRUSTED_PROXIES` has verified. Unset: none is believed. */
  @TextSetting({ optional: true }) AUTH_X509_HEADER?: string;

  /** `x509`: header that must say `SUCCESS` beside it; not asked for with `x-forwarded-client-cert`. */
  @TextSetting() AUTH_X509_VERIFY_HEADER = 'ssl-client-verify';

  /** What needs no credential though others do: `metrics`, `docs` (with the OpenAPI document), or `none`. */
  @ListSetting({ values: OPENABLE }) AUTH_OPEN: string[] = ['metrics', 'docs'];

  /** Certificate (PEM) of the service's own port, which then speaks TLS. Unset: plain HTTP. */
  @TextSetting({ optional: true }) TLS_CERT_FILE?: string;

  /** Key (PEM) of `TLS_CERT_FILE`. */
  @TextSetting({ optional: true }) TLS_KEY_FILE?: string;

  /** Authorities (PEM) that sign client certificates. With it clients are asked for one. */
  @TextSetting({ optional: true }) TLS_CA_FILE?: string;

  /** File that audit lines are appended to. Unset: stdout, when `AUTH_MODE` is not `off`. */
  @TextSetting({ optional: true }) AUDIT_LOG_FILE?: string;
}

type Settings = AuthConfig & { TRUSTED_PROXIES?: string[] };

/** Whether clients are asked who they are. */
export const isAuthOn = ({ AUTH_MODE }: Pick<AuthConfig, 'AUTH_MODE'>): boolean =>
  AUTH_MODE.some((mode) => mode !== AuthMode.Off);

/** What is wrong with the settings together; undefined: nothing. */
function authProblem(config: Settings): string | undefined {
  const { AUTH_MODE: modes } = config;
  if (!Array.isArray(modes)) return undefined;
  if (modes.length > 1 && modes.includes(AuthMode.Off)) return 'AUTH_MODE off can not be with others';
  if (modes.includes(AuthMode.Module) && !config.AUTH_MODULE) return 'AUTH_MODE module needs AUTH_MODULE';
  if (modes.includes(AuthMode.OAuth2) && !(config.AUTH_ISSUER && config.AUTH_AUDIENCE.length > 0)) {
    return 'AUTH_MODE oauth2 needs AUTH_ISSUER and AUTH_AUDIENCE';
  }
  if (Boolean(config.TLS_CERT_FILE) !== Boolean(config.TLS_KEY_FILE)) {
    return 'TLS_CERT_FILE and TLS_KEY_FILE must be set both';
  }
  if (config.TLS_CA_FILE && !config.TLS_CERT_FILE) return 'TLS_CA_FILE needs TLS_CERT_FILE';
  if (config.AUTH_X509_HEADER && (config.TRUSTED_PROXIES ?? []).length === 0) {
    return 'AUTH_X509_HEADER needs TRUSTED_PROXIES';
  }
  if (modes.includes(AuthMode.X509) && !config.TLS_CA_FILE && !config.AUTH_X509_HEADER) {
    return 'AUTH_MODE x509 needs TLS_CA_FILE or AUTH_X509_HEADER';
  }
  return undefined;
}
