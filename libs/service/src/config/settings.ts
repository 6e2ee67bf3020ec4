import {
  IsArray,
  IsIn,
  IsInt,
  IsNumber,
  IsOptional,
  IsString,
  IsUrl,
  Max,
  Min,
  MinLength,
  ValidateBy,
} from 'class-validator';
import { applyDecorators } from '@nestjs/common';
import { REDIS_URL_RULE, parseRedisUrl } from '@portolan/messaging';
import { ReadAs, toNumber } from '@portolan/validation';
import { DATABASE_TLS_RULE, asksForTls } from '../database/database-tls';

/** Options of a setting. */
interface SettingOptions {
  optional?: boolean;
}

const optional = (options: SettingOptions): PropertyDecorator[] => (options.optional ? [IsOptional()] : []);

/** A text variable. */
export function TextSetting(options: SettingOptions = {}): PropertyDecorator {
  return applyDecorators(...optional(options), IsString());
}

/** A shared secret; the message never shows its value. */
export function SecretSetting(options: SettingOptions & { minLength: number }): PropertyDecorator {
  const message = `$property must have at least ${options.minLength} characters`;
  return applyDecorators(...optional(options), IsString(), MinLength(options.minLength, { message }));
}

/** A whole number; bounds inclusive. Durations are in ms and say so in their name (`…_MS`). */
export function NumberSetting(
  options: SettingOptions & { min?: number; max?: number } = {},
): PropertyDecorator {
  return applyDecorators(
    ...optional(options),
    ReadAs(toNumber),
    IsInt(),
    Min(options.min ?? 0),
    Max(options.max ?? Number.MAX_SAFE_INTEGER),
  );
}

/** A number from 0 to 1. */
export function ShareSetting(): PropertyDecorator {
  return applyDecorators(ReadAs(toNumber), IsNumber(), Min(0), Max(1));
}

/** A duration in ms, at least 1. */
export const DurationSetting = (): PropertyDecorator => NumberSetting({ min: 1, max: 2 ** 31 - 1 });

/** A comma-separated list; with `values` each entry must be one of them. */
export function ListSetting(
  options: SettingOptions & { values?: readonly string[] } = {},
): PropertyDecorator {
  const members = options.values
    ? [
        IsIn(options.values as string[], {
          each: true,
          message: `$property must be of ${options.values.join(', ')}`,
        }),
      ]
    : [IsString({ each: true })];
  return applyDecorators(
    ...optional(options),
    ReadAs((value) =>
      typeof value === 'string'
        ? value
            .split(',')
            .map((entry) => entry.trim())
            .filter((entry) => entry !== '')
        : value,
    ),
    IsArray(),
    ...members,
  );
}

/** One of a few words. */
export function ChoiceSetting(values: readonly string[], options: SettingOptions = {}): PropertyDecorator {
  const message = `$property must be one of ${values.join(', ')}`;
  return applyDecorators(...optional(options), IsIn(values as string[], { message }));
}

/** An address with one of `protocols`; hosts may be local names and addresses. */
export function UrlSetting(protocols: readonly string[], options: SettingOptions = {}): PropertyDecorator {
  return applyDecorators(
    ...optional(options),
    IsUrl(
      { protocols: [...protocols], require_protocol: true, require_tld: false, require_valid_protocol: true },
      { message: `$property must be an address like ${protocols[0] ?? 'http'}://host:port` },
    ),
  );
}

/** The address of a MySQL or MariaDB database; what it says about TLS must be understood. */
export function DatabaseUrlSetting(): PropertyDecorator {
  return applyDecorators(
    UrlSetting(['mysql', 'mariadb']),
    ValidateBy({
      name: 'databaseTls',
      validator: {
        // What is no address at all is told by the rule above.
        validate: (value: unknown) =>
          typeof value !== 'string' || !URL.canParse(value) || asksForTls(new URL(value)) !== undefined,
        defaultMessage: () => `$property ${DATABASE_TLS_RULE}`,
      },
    }),
  );
}

/** The address of Redis: one server, or the sentinels of one. */
export function RedisUrlSetting(): PropertyDecorator {
  return applyDecorators(
    ValidateBy({
      name: 'redisUrl',
      validator: {
        validate: (value: unknown) => typeof value === 'string' && canParse(value),
        defaultMessage: () => `$property ${REDIS_URL_RULE}`,
      },
    }),
  );
}

function canParse(redisUrl: string): boolean {
  try {
    parseRedisUrl(redisUrl);
    return true;
  } catch {
    return false;
  }
}
