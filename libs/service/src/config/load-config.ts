import { readFileSync } from 'node:fs';
import { ValidationFailedError, validate, type ClassConstructor } from '@portolan/validation';
import { getMetadataStorage } from 'class-validator';
import type { RedisTarget } from '@portolan/messaging';
import { messageOf } from '../errors/service-error';
import type { DatabaseConfig, DatabaseTarget } from './database-config';
import type { ServiceConfig } from './service-config';

/** Invalid configuration: one line that names the variables; the process stops with it. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

/** Returns the error of an invalid configuration. @param cause an error whose message is shown, too */
export function misconfigured(problem: string, cause?: unknown): ConfigurationError {
  const why = cause === undefined ? '' : ` (${messageOf(cause)})`;
  return new ConfigurationError(`invalid configuration: ${problem}${why}`);
}

/** Returns the text of the file that a setting names. @throws ConfigurationError for an unreadable file */
export function readSettingFile(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw misconfigured(`${name} cannot be read`, error);
  }
}

/**
 * Reads a class from environment variables of its fields' names, once, frozen; an unset or empty one keeps the default. `X` may
 * also be in a file named by `X_FILE`, a mounted secret. @throws {@link ConfigurationError} that names each invalid variable
 */
export function loadConfig<T extends object>(type: ClassConstructor<T>, env: NodeJS.ProcessEnv): Readonly<T> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value));
  try {
    return Object.freeze(validate(type, withFiles(given, settingNames(type))));
  } catch (error) {
    if (!(error instanceof ValidationFailedError)) throw error;
    throw misconfigured(error.errors.map(({ message }) => message).join('; '));
  }
}

/** Returns the names of all variables of a configuration class, sorted. */
export function settingNames(type: ClassConstructor<object>): string[] {
  const rules = getMetadataStorage().getTargetValidationMetadatas(type, '', true, false);
  return [...new Set(rules.map((rule) => rule.propertyName))].sort();
}

/** Adds the values in files; a setting whose own name ends with `_FILE` is not read as a file. */
function withFiles(given: Readonly<NodeJS.Dict<string>>, settings: readonly string[]): NodeJS.Dict<string> {
  const read = { ...given };
  for (const name of settings) {
    const path = given[`${name}_FILE`];
    if (path === undefined || settings.includes(`${name}_FILE`)) continue;
    if (given[name] !== undefined)
      throw misconfigured(`${name} and ${name}_FILE are both set: set one of them`);
    read[name] = readSettingFile(`${name}_FILE`, path).replace(/\r?\n$/, '');
  }
  return read;
}

/** Returns address and credentials of the database. @throws ConfigurationError for an unreadable file */
export const databaseTarget = (config: DatabaseConfig): DatabaseTarget => ({
  url: config.DATABASE_URL,
  password: config.DATABASE_PASSWORD,
  ...certificates(config, 'DATABASE'),
});

/** Returns address and credentials of Redis. @throws ConfigurationError for an unreadable file */
export const redisTarget = (config: ServiceConfig): RedisTarget => ({
  url: config.REDIS_URL,
  password: config.REDIS_PASSWORD,
  sentinelPassword: config.REDIS_SENTINEL_PASSWORD,
  ...certificates(config, 'REDIS'),
});

type Server = 'DATABASE' | 'REDIS';
type CertificateSetting = `${Server}_${'CA' | 'CERT' | 'KEY'}_FILE`;

function certificates(config: Partial<Record<CertificateSetting, string>>, server: Server) {
  const read = (name: CertificateSetting): string | undefined => {
    const path = config[name];
    return path === undefined ? undefined : readSettingFile(name, path);
  };
  const [ca, cert, key] = (['CA', 'CERT', 'KEY'] as const).map((part) => read(`${server}_${part}_FILE`));
  if ((cert === undefined) !== (key === undefined))
    throw misconfigured(`${server}_CERT_FILE and ${server}_KEY_FILE must be set together`);
  return { ca, cert, key };
}
