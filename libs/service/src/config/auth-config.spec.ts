import { AuthMode, ServiceConfig, isAuthOn, loadConfig } from '../index';

const needed = {
  DATABASE_URL: 'mysql://root@127.0.0.1:3306/portolan',
  REDIS_URL: 'redis://127.0.0.1:6379',
  INTERNAL_TOKEN: 'sixteen-letters.',
};
const load = (env: Record<string, string>) => loadConfig(ServiceConfig, { ...needed, ...env });
const oauth2 = { AUTH_MODE: 'oauth2', AUTH_ISSUER: 'https://issuer.example', AUTH_AUDIENCE: 'portolan' };

describe('settings of authentication', () => {
  it('[V3-AUTH-1] require no authentication without configuration', () => {
    expect(isAuthOn(load({}))).toBe(false);
  });

  it('read a list of modes', () => {
    const config = load({
      ...oauth2,
      AUTH_MODE: 'x509, oauth2',
      TLS_CERT_FILE: 'c',
      TLS_KEY_FILE: 'k',
      TLS_CA_FILE: 'a',
    });
    expect(config.AUTH_MODE).toEqual([AuthMode.X509, AuthMode.OAuth2]);
    expect(isAuthOn(config)).toBe(true);
  });

  it.each([
    ['AUTH_MODE must be a list of off, oauth2, x509, module', { AUTH_MODE: 'basic' }],
    ['AUTH_MODE off cannot be combined with other modes', { ...oauth2, AUTH_MODE: 'off,oauth2' }],
    [
      'AUTH_MODE oauth2 needs AUTH_ISSUER and AUTH_AUDIENCE',
      { AUTH_MODE: 'oauth2', AUTH_ISSUER: 'https://x' },
    ],
    ['AUTH_MODE x509 needs TLS_CA_FILE or AUTH_X509_HEADER', { AUTH_MODE: 'x509' }],
    ['AUTH_X509_HEADER needs TRUSTED_PROXIES', { AUTH_MODE: 'x509', AUTH_X509_HEADER: 'x-subject' }],
    ['AUTH_MODE module needs AUTH_MODULE', { AUTH_MODE: 'module' }],
    ['TLS_CERT_FILE and TLS_KEY_FILE must be set together', { TLS_CERT_FILE: 'cert.pem' }],
    ['AUTH_ALGORITHMS must be a list of', { ...oauth2, AUTH_ALGORITHMS: 'RS256,HS256' }],
    ['AUTH_ALGORITHMS must be a list of', { ...oauth2, AUTH_ALGORITHMS: 'none' }],
    ['AUTH_ROLE_MAP must be a list of <name>=<role>', { ...oauth2, AUTH_ROLE_MAP: 'ops=root' }],
    ['AUTH_DEFAULT_ROLE must be one of', { ...oauth2, AUTH_DEFAULT_ROLE: 'root' }],
  ])('refuses settings of authentication with "%s"', (message, env) => {
    expect(() => load(env as Record<string, string>)).toThrow(message);
  });
});
