import { applyDecorators } from '@nestjs/common';
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
  type ValidationArguments,
} from 'class-validator';
import { REDIS_URL_RULE, parseRedisUrl } from '@portolan/messaging';
import { ReadAs, toNumber } from '@portolan/validation';
import { DATABASE_TLS_RULE, asksForTls } from './database-tls';

interface SettingOptions {
  optional?: boolean;
}

const setting = ({ optional }: SettingOptions, ...rules: PropertyDecorator[]): PropertyDecorator =>
  applyDecorators(...(optional ? [IsOptional()] : []), ...rules);

/** A rule of this system. @param problemOf returns what is wrong with a value, for the message */
export const Rule = (
  name: string,
  problemOf: (value: unknown, object: unknown) => string | undefined,
): PropertyDecorator => {
  const problem = (args?: ValidationArguments) => args && problemOf(args.value, args.object);
  return ValidateBy({
    name,
    validator: {
      validate: (_value, args) => problem(args) === undefined,
      defaultMessage: (args) => problem(args) ?? '',
    },
  });
};

export const TextSetting = (options: SettingOptions = {}): PropertyDecorator => setting(options, IsString());

/** Declares a shared secret; messages never show its value. */
export function SecretSetting(options: SettingOptions & { minLength: number }): PropertyDecorator {
  const message = `$property must have at least ${options.minLength} characters`;
  return setting(options, IsString(), MinLength(options.minLength, { message }));
}

type NumberOptions = SettingOptions & { min?: number; max?: number };

/** Declares a whole number; bounds inclusive. Durations are in ms and named `…_MS`. */
export function NumberSetting(options: NumberOptions = {}): PropertyDecorator {
  const { min = 0, max = Number.MAX_SAFE_INTEGER } = options;
  return setting(options, ReadAs(toNumber), IsInt(), Min(min), Max(max));
}

/** A number from 0 to 1. */
export const ShareSetting = (): PropertyDecorator =>
  setting({}, ReadAs(toNumber), IsNumber(), Min(0), Max(1));

/** A duration in ms, at least 1. */
export const DurationSetting = (): PropertyDecorator => NumberSetting({ min: 1, max: 2 ** 31 - 1 });

interface ListOptions extends SettingOptions {
  values?: readonly string[];
  /** Reports whether an entry is valid; `syntax` describes the valid ones. */
  isEntry?: (entry: string) => boolean;
  syntax?: string;
}

/** Declares a comma-separated list; with `values` each entry must be one of them, else `isEntry` judges each. */
export function ListSetting({ values, ...options }: ListOptions = {}): PropertyDecorator {
  const { isEntry = (entry) => values?.includes(entry) ?? true, syntax = values?.join(', ') } = options;
  const isList = (value: unknown): boolean =>
    Array.isArray(value) && value.every((entry) => typeof entry === 'string' && isEntry(entry));
  const entriesOf = (text: string): string[] =>
    text
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '');
  return setting(
    options,
    ReadAs((value) => (typeof value === 'string' ? entriesOf(value) : value)),
    IsArray(),
    Rule('entries', (value) =>
      isList(value) ? undefined : `$property must be a list of ${syntax ?? 'texts'}`,
    ),
  );
}

export function ChoiceSetting(values: readonly string[], options: SettingOptions = {}): PropertyDecorator {
  const message = `$property must be one of ${values.join(', ')}`;
  return setting(options, IsIn(values as string[], { message }));
}

/** Declares an address with one of `protocols`; hosts may be local names and addresses. */
export function UrlSetting(protocols: readonly string[], options: SettingOptions = {}): PropertyDecorator {
  const form = { require_protocol: true, require_tld: false, require_valid_protocol: true };
  const message = `$property must be an address like ${protocols[0] ?? 'http'}://host:port`;
  return setting(options, IsUrl({ protocols: [...protocols], ...form }, { message }));
}

/** Declares the address of a MySQL or MariaDB database; its TLS options must be known. */
export function DatabaseUrlSetting(): PropertyDecorator {
  // The rule before reports an address that cannot be parsed.
  const isKnown = (value: unknown): boolean =>
    typeof value !== 'string' || !URL.canParse(value) || asksForTls(new URL(value)) !== undefined;
  return setting(
    {},
    UrlSetting(['mysql', 'mariadb']),
    Rule('databaseTls', (value) => (isKnown(value) ? undefined : `$property ${DATABASE_TLS_RULE}`)),
  );
}

/** The address of Redis: one server, or the sentinels of one. */
export const RedisUrlSetting = (): PropertyDecorator =>
  Rule('redisUrl', (value) => {
    try {
      parseRedisUrl(value as string);
      return undefined;
    } catch {
      return `$property ${REDIS_URL_RULE}`;
    }
  });
