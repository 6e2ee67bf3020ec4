import { createSecureContext, type SecureContextOptions, type TlsOptions } from 'node:tls';
import type { AuthConfig } from '../config/auth-config';
import { misconfigured, readSettingFile } from '../config/load-config';

/**
 * Returns the TLS options of the service's port. With authorities clients are asked for a certificate; an invalid one does not
 * end the connection, because health and metrics need none. @throws ConfigurationError for an unusable file
 */
export function tlsOptions(settings: AuthConfig): (SecureContextOptions & TlsOptions) | undefined {
  if (settings.TLS_CERT_FILE === undefined) return undefined;
  const read = (name: 'TLS_CA_FILE' | 'TLS_CERT_FILE' | 'TLS_KEY_FILE'): Buffer | undefined =>
    settings[name] === undefined ? undefined : Buffer.from(readSettingFile(name, settings[name]));
  const ca = read('TLS_CA_FILE');
  const options = {
    cert: read('TLS_CERT_FILE'),
    key: read('TLS_KEY_FILE'),
    ...(ca && { ca, requestCert: true, rejectUnauthorized: false }),
    minVersion: 'TLSv1.2' as const,
  };
  try {
    createSecureContext(options);
  } catch (error) {
    throw misconfigured('TLS_CERT_FILE, TLS_KEY_FILE and TLS_CA_FILE cannot be used', error);
  }
  return options;
}
