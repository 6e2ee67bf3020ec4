/** Settings of the console's server, read from the environment once, at start. */
export interface Settings {
  host: string;
  port: number;
  /** Addresses of the services as the browser reaches them, by service; `''` is the origin of the page. */
  services: Partial<Record<ServiceName, string>>;
  /** The claim of a token with the name of its client, as the services read it. */
  subjectClaim: string;
  /** The issuer to log in at; absent when the services demand no token. */
  login?: Login;
}

/** The APIs that the console shows. */
const SERVICE_NAMES = ['jobs', 'history', 'streams'] as const;
export type ServiceName = (typeof SERVICE_NAMES)[number];

/** An OAuth 2 client for the authorization code flow with PKCE. */
export interface Login {
  issuer: string;
  clientId: string;
  scope: string;
}

/** A setting that stops the start; the message names the variable. */
export class SettingError extends Error {
  override readonly name = 'SettingError';
}

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Reads the settings. `JOBS_URL`, `HISTORY_URL` and `STREAMS_URL` are origins, or `/` for the origin of the page; a service
 * without one is not shown.
 * @throws SettingError for an invalid value
 */
export function readSettings(variables: Variables): Settings {
  const services = Object.fromEntries(
    SERVICE_NAMES.flatMap((name): [ServiceName, string][] => {
      const variable = `${name.toUpperCase()}_URL`;
      const value = variables[variable];
      return value ? [[name, originOf(value, variable)]] : [];
    }),
  );
  if (Object.keys(services).length === 0)
    throw new SettingError(
      'JOBS_URL, HISTORY_URL or STREAMS_URL is required: an origin, or / for the origin of the page',
    );
  const { LOGIN_ISSUER, LOGIN_CLIENT_ID = 'portolan-console', LOGIN_SCOPE = 'openid' } = variables;
  const login = LOGIN_ISSUER
    ? { issuer: issuerOf(LOGIN_ISSUER), clientId: LOGIN_CLIENT_ID, scope: LOGIN_SCOPE }
    : undefined;
  const { HOST = '127.0.0.1', PORT = '7105', AUTH_SUBJECT_CLAIM: subjectClaim = 'sub' } = variables;
  const port = Number(PORT);
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    throw new SettingError(`PORT must be a port (0 to 65535), not "${PORT}"`);
  return { host: HOST, port, services, subjectClaim, ...(login && { login }) };
}

function originOf(value: string, variable: string): string {
  if (value === '/') return '';
  const url = parsed(value, variable);
  if (url.pathname !== '/' || url.search || url.username)
    throw new SettingError(
      `${variable} must be an origin such as https://jobs.example.org, or /, not "${value}"`,
    );
  return url.origin;
}

/** An issuer keeps its path, and the trailing slash that its tokens may name. */
const issuerOf = (value: string): string => {
  parsed(value, 'LOGIN_ISSUER');
  return value;
};

function parsed(value: string, variable: string): URL {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new SettingError(`${variable} must be an http or https address, not "${value}"`);
  return url;
}
