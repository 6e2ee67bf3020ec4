import { readFileSync } from 'node:fs';
import { createSecureContext, type SecureContextOptions, type TlsOptions } from 'node:tls';
import type { AuthConfig } from '../config/auth-config';
import { ConfigurationError } from '../config/load-config';

type TlsSettings = Pick<AuthConfig, 'TLS_CERT_FILE' | 'TLS_KEY_FILE' | 'TLS_CA_FILE'>;

/**
 * How the service's own port speaks TLS; undefined: it does not. With authorities clients are asked for a certificate;
 * one that is missing or wrong does not end the connection, for health and metrics need none: each request is judged.
 *
 * @throws ConfigurationError that names the file that can't be used
 */
export function tlsOptions(settings: TlsSettings): (SecureContextOptions & TlsOptions) | undefined {
  if (settings.TLS_CERT_FILE === undefined) return undefined;
  const ca = read('TLS_CA_FILE', settings.TLS_CA_FILE);
  const options = {
    cert: read('TLS_CERT_FILE', settings.TLS_CERT_FILE),
    key: read('TLS_KEY_FILE', settings.TLS_KEY_FILE),
    ...(ca ? { ca, requestCert: true, rejectUnauthorized: false } : {}),
    minVersion: 'TLSv1.2' as const,
  };
  try {
    createSecureContext(options);
  } catch (error) {
    throw new ConfigurationError(
      `invalid configuration: TLS_CERT_FILE, TLS_KEY_FILE and TLS_CA_FILE can't be used (${(error as Error).message})`,
    );
  }
  return options;
}

function read(name: string, path: string | undefined): Buffer | undefined {
  if (path === undefined) return undefined;
  try {
    return readFileSync(path);
  } catch (error) {
    throw new ConfigurationError(
      `invalid configuration: ${name} can't be read (${(error as Error).message})`,
    );
  }
}
