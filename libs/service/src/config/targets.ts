import { readFileSync } from 'node:fs';
import type { RedisTarget } from '@portolan/messaging';
import type { DatabaseTarget } from '../database/data-source-options';
import type { DatabaseConfig } from './database-config';
import { ConfigurationError } from './load-config';
import type { ServiceConfig } from './service-config';

/** Where the database is and what it takes to be let in. @throws ConfigurationError for a file that can't be read */
export const databaseTarget = (config: DatabaseConfig): DatabaseTarget => ({
  url: config.DATABASE_URL,
  password: config.DATABASE_PASSWORD,
  ...certificates(config, 'DATABASE'),
});

/** Where Redis is and what it takes to be let in. @throws ConfigurationError for a file that can't be read */
export const redisTarget = (config: ServiceConfig): RedisTarget => ({
  url: config.REDIS_URL,
  password: config.REDIS_PASSWORD,
  sentinelPassword: config.REDIS_SENTINEL_PASSWORD,
  ...certificates(config, 'REDIS'),
});

type CertificateSetting = `${'DATABASE' | 'REDIS'}_${'CA' | 'CERT' | 'KEY'}_FILE`;

function certificates(
  config: Partial<Record<CertificateSetting, string>>,
  server: 'DATABASE' | 'REDIS',
): { ca?: string; cert?: string; key?: string } {
  const read = (name: CertificateSetting): string | undefined => {
    const path = config[name];
    if (path === undefined) return undefined;
    try {
      return readFileSync(path, 'utf8');
    } catch (error) {
      throw new ConfigurationError(
        `invalid configuration: ${name} can't be read (${error instanceof Error ? error.message : String(error)})`,
      );
    }
  };
  const [ca, cert, key] = [
    read(`${server}_CA_FILE`),
    read(`${server}_CERT_FILE`),
    read(`${server}_KEY_FILE`),
  ];
  if ((cert === undefined) !== (key === undefined))
    throw new ConfigurationError(
      `invalid configuration: ${server}_CERT_FILE and ${server}_KEY_FILE belong together`,
    );
  return {
    ...(ca !== undefined && { ca }),
    ...(cert !== undefined && { cert }),
    ...(key !== undefined && { key }),
  };
}
