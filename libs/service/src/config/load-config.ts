import { readFileSync } from 'node:fs';
import { ValidationFailedError, validate, type ClassConstructor } from '@portolan/validation';
import { getMetadataStorage } from 'class-validator';

/** Configuration that can't be used. One line that names the variables; the process stops with it. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

/**
 * Reads a configuration class from environment variables: every field is a variable of the same
 * name; what is unset (or empty) keeps the default that the class gives it. The value of `X` may also stand in a file
 * that `X_FILE` names, as Kubernetes and Docker mount secrets. Read once at start, frozen.
 *
 * @throws {@link ConfigurationError} that names each variable with an invalid value.
 */
export function loadConfig<T extends object>(type: ClassConstructor<T>, env: NodeJS.ProcessEnv): Readonly<T> {
  const given = withFiles(
    Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== '')),
    settingNames(type),
  );
  try {
    return Object.freeze(validate(type, given));
  } catch (error) {
    if (!(error instanceof ValidationFailedError)) throw error;
    throw new ConfigurationError(
      `invalid configuration: ${error.errors.map((one) => one.message).join('; ')}`,
    );
  }
}

/** Names of all variables that a configuration class reads, sorted. */
export function settingNames(type: ClassConstructor<object>): string[] {
  const rules = getMetadataStorage().getTargetValidationMetadatas(type, '', true, false);
  return [...new Set(rules.map((rule) => rule.propertyName))].sort();
}

/** Adds what stands in files; a variable that is a setting itself (`…_FILE`) is not looked into. */
function withFiles(
  given: Record<string, string | undefined>,
  settings: readonly string[],
): Record<string, string | undefined> {
  const read = { ...given };
  for (const name of settings) {
    const path = given[`${name}_FILE`];
    if (path === undefined || settings.includes(`${name}_FILE`)) continue;
    if (given[name] !== undefined)
      throw new ConfigurationError(`invalid configuration: ${name} and ${name}_FILE are both set`);
    try {
      read[name] = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
    } catch (error) {
      throw new ConfigurationError(
        `invalid configuration: ${name}_FILE can't be read (${error instanceof Error ? error.message : String(error)})`,
      );
    }
  }
  return read;
}
