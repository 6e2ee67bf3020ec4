import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  ArrayNotEmpty,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsNumber,
  IsObject,
  IsOptional,
  IsString,
  Length,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import { toBoolean, toNumber, toText } from './coerce';
import { ReadAs, declareReading, type ClassConstructor, type FieldReading } from './declared-fields';
import { EachObject, EachText } from './list-rules';

/**
 * Options of every field decorator. A field is required unless `optional`; an optional one may be
 * absent or null. Each decorator also declares the field in OpenAPI.
 */
export interface FieldOptions {
  optional?: boolean;
  description?: string;
  example?: unknown;
  /** What a client is told when a rule about size is broken; class-validator's words unless given. Types keep theirs. */
  sizeMessage?: string;
}

/** Options of a text field. Lengths are in characters. */
export interface TextOptions extends FieldOptions {
  min?: number;
  max?: number;
  /** Accept numbers and booleans and keep their text (v1 reads `"value": 2` as `"2"`). @default false */
  coerce?: boolean;
  /** What a client is told that sends none, or something else; class-validator's words unless given. */
  message?: string;
}

/** `parameter`: of a query, where every value is text, so that the document names the wanted type alone. */
export type Coercion = boolean | 'parameter';

/** Options of a number field; bounds are inclusive. */
export interface NumberOptions extends FieldOptions {
  min?: number;
  max?: number;
  /** Only whole numbers. @default false */
  integer?: boolean;
  /** Accept numeric strings (v1 reads `"slaMin": "0"` as 0). @default false */
  coerce?: Coercion;
}

/** A string; required ones must not be blank. */
export function Text(options: TextOptions = {}): PropertyDecorator {
  const said = options.message === undefined ? {} : { message: options.message };
  const rules = [IsString(said)];
  const sized = sizeMessage(options);
  if (!options.optional && options.min === undefined) rules.push(IsNotEmpty({ ...sized, ...said }));
  if (options.min !== undefined) rules.push(Length(options.min, options.max, sized));
  else if (options.max !== undefined) rules.push(MaxLength(options.max, sized));
  if (options.coerce) rules.push(ReadAs(toText));
  const minLength = options.min ?? (options.optional ? undefined : 1);
  const shown = { type: 'string', minLength, maxLength: options.max };
  return field(options, lenient(shown, options.coerce && [{ type: 'number' }, { type: 'boolean' }]), rules);
}

/** A JSON number (with `coerce` also a numeric string). */
export function Numeric(options: NumberOptions = {}): PropertyDecorator {
  const rules = [options.integer ? IsInt() : IsNumber({ allowNaN: false, allowInfinity: false })];
  if (options.min !== undefined) rules.push(Min(options.min, sizeMessage(options)));
  // Beyond this a "whole number" like 1e300 is none that anything can count with.
  const max = options.max ?? (options.integer ? Number.MAX_SAFE_INTEGER : undefined);
  if (max !== undefined) rules.push(Max(max));
  if (options.coerce) rules.push(ReadAs(toNumber));
  const type = options.integer ? 'integer' : 'number';
  const shown = { type, minimum: options.min, maximum: options.max };
  const text = { type: 'string', pattern: numericPattern(options) };
  return field(options, lenient(shown, options.coerce === true && [text]), rules);
}

/** A JSON boolean (with `coerce` also `"true"` and `"false"`). */
export function Flag(options: FieldOptions & { coerce?: Coercion } = {}): PropertyDecorator {
  const rules = [IsBoolean()];
  if (options.coerce) rules.push(ReadAs(toBoolean));
  const text = { type: 'string', pattern: BOOLEAN_TEXT };
  return field(options, lenient({ type: 'boolean' }, options.coerce === true && [text]), rules);
}

/** One of the values of an `as const` object. With `ignoreCase` any spelling of the case is read. */
export function OneOf(
  values: Readonly<Record<string, string>>,
  options: FieldOptions & { ignoreCase?: boolean } = {},
): PropertyDecorator {
  const allowed = Object.values(values);
  const rules = [IsIn(allowed, { message: `$property must be one of ${allowed.join(', ')}` })];
  if (options.ignoreCase) {
    rules.push(
      ReadAs((value) =>
        typeof value === 'string'
          ? (allowed.find((one) => one.toLowerCase() === value.toLowerCase()) ?? value)
          : value,
      ),
    );
  }
  return field(options, { enum: allowed }, rules);
}

/** Entries that a list or a map has at the most, unless its field says something else. */
export const LIST_LIMIT = 10_000;

/** Options of what has entries. */
export interface EntriesOptions extends FieldOptions {
  /** At the most; more are a broken constraint. @default LIST_LIMIT */
  maxEntries?: number;
}

/** Options of a list of strings; `max` bounds each entry's length in characters. */
export interface TextListOptions extends EntriesOptions {
  max?: number;
  notEmpty?: boolean;
  /** Entries may be blank. @default false */
  blank?: boolean;
  /** Keep the first of equal entries only (configs, dependencies and tags are sets). @default false */
  unique?: boolean;
  /** Entries that are left out before anything is judged. */
  without?: (entry: string) => boolean;
}

/** An array of non-empty strings. */
export function TextList(options: TextListOptions = {}): PropertyDecorator {
  const { unique, without, max, maxEntries = LIST_LIMIT } = options;
  const rules = [IsArray(), EachText({ max, notEmpty: !options.blank })];
  if (options.notEmpty) rules.push(ArrayNotEmpty(sizeMessage(options)));
  rules.push(Reading({ maxEntries }));
  if (without) {
    const kept = (entry: unknown): boolean => typeof entry !== 'string' || !without(entry);
    rules.push(ReadAs((value) => (Array.isArray(value) ? value.filter(kept) : value)));
  }
  if (unique) rules.push(ReadAs((value) => (Array.isArray(value) ? [...new Set(value)] : value)));
  const items = { type: 'string', minLength: options.blank ? undefined : 1, maxLength: max };
  const minItems = options.notEmpty ? 1 : undefined;
  return field(options, { type: 'array', items, minItems, maxItems: maxEntries }, rules);
}

/** A nested object of class `type()`, checked by its own rules. */
export function Nested<T extends object>(
  type: () => ClassConstructor<T>,
  options: FieldOptions = {},
): PropertyDecorator {
  // Swagger knows a lazy type by the name of the function, which this one gets from its property.
  return field(options, { type: () => type() }, [IsObject(), ValidateNested(), Reading({ nested: type })]);
}

/** An array of objects of class `type()`, each checked by its own rules. */
export function NestedList<T extends object>(
  type: () => ClassConstructor<T>,
  options: EntriesOptions & { notEmpty?: boolean } = {},
): PropertyDecorator {
  const { maxEntries = LIST_LIMIT } = options;
  const rules = [
    IsArray(),
    EachObject(),
    ValidateNested({ each: true }),
    Reading({ nested: type, maxEntries }),
  ];
  if (options.notEmpty) rules.push(ArrayNotEmpty(sizeMessage(options)));
  const minItems = options.notEmpty ? 1 : undefined;
  return field(options, { type: () => [type()], minItems, maxItems: maxEntries }, rules);
}

/** Any JSON object, kept as it came. A map of the contract has `maxEntries`; free-form JSON has none. */
export function JsonObject(options: EntriesOptions = {}): PropertyDecorator {
  const { maxEntries } = options;
  const bounds = maxEntries === undefined ? [] : [Reading({ maxEntries })];
  const shown = { type: 'object', additionalProperties: true, maxProperties: maxEntries };
  return field(options, shown, [IsObject(), ...bounds]);
}

/** Says how the field is read, besides its rules. */
const Reading =
  (reading: Partial<FieldReading>): PropertyDecorator =>
  (prototype, name) =>
    declareReading(prototype, String(name), reading);

const sizeMessage = ({ sizeMessage: message }: FieldOptions): { message?: string } =>
  message === undefined ? {} : { message };

/** A schema, or one of several where other types are read as well. */
const lenient = (shown: object, others: readonly object[] | false | undefined): object =>
  others ? { type: undefined, anyOf: [shown, ...others] } : shown;

/** `true` and `false` in any case. */
const BOOLEAN_TEXT = String.raw`^\s*([Tt][Rr][Uu][Ee]|[Ff][Aa][Ll][Ss][Ee])\s*$`;

/** Decimal texts that a field reads; whole numbers are plain digits with at most the 15 that every number keeps. */
function numericPattern({ integer, min }: NumberOptions): string {
  const sign = min === undefined || min < 0 ? '-?' : '';
  if (!integer) return String.raw`^${sign}\d{1,15}(\.\d{1,15})?$`;
  return min === 1 ? String.raw`^0*[1-9]\d{0,14}$` : String.raw`^${sign}\d{1,15}$`;
}

type ApiOptions = Parameters<typeof ApiProperty>[0];

/** OpenAPI 3.0 has `nullable` beside a type only: of several, the first one has it. */
const orNull = ({ anyOf }: { anyOf?: readonly object[] }): object =>
  anyOf
    ? { anyOf: anyOf.map((one, index) => (index === 0 ? { ...one, nullable: true } : one)) }
    : { nullable: true };

function field(options: FieldOptions, api: object, rules: PropertyDecorator[]): PropertyDecorator {
  const shown = { ...api, description: options.description, example: options.example } as ApiOptions;
  return options.optional
    ? applyDecorators(ApiPropertyOptional({ ...shown, ...orNull(api) }), IsOptional(), ...rules)
    : applyDecorators(ApiProperty(shown), ...rules);
}
