import { ValidationFailedError, validate } from '@portolan/validation';
import type { ClassConstructor } from 'class-transformer';

/** Configuration that can't be used. One line that names the variables; the process stops with it. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

/**
 * Reads a configuration class from environment variables: every field is a variable of the same
 * name; what is unset (or empty) keeps the default that the class gives it. Read once at start, frozen.
 *
 * @throws {@link ConfigurationError} that names each variable with an invalid value.
 */
export function loadConfig<T extends object>(type: ClassConstructor<T>, env: NodeJS.ProcessEnv): Readonly<T> {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
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
