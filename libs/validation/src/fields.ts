import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiProperty, ApiPropertyOptional, getSchemaPath } from '@nestjs/swagger';
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
  IsPositive,
  IsString,
  Length,
  Max,
  MaxLength,
  Min,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { BLANKS, anyCase, numberPattern, toBoolean, toDecimal, toText } from './coercion';
import { ReadAs, Reading, type ClassConstructor } from './declared-fields';
import { EachChoice, EachInteger, EachObject, EachText } from './list-rules';
import { SEGMENT_PATTERN, VISIBLE_PATTERN } from './visible-text';

/** Options of every field decorator, which also declares the field in OpenAPI. An optional field may be absent or null. */
export interface FieldOptions {
  optional?: boolean;
  /** Whether an optional field may be null, too. @default true */
  nullable?: boolean;
  description?: string;
  example?: unknown;
  /** Message when a rule about size is broken; class-validator's unless given. Types keep theirs. */
  sizeMessage?: string;
  /** Whether a value of the wrong size is malformed, like a value of the wrong type (400 in v3). Applies to nested fields, too. @default false */
  strict?: boolean;
}

/** Options of a text field. Lengths are in characters. */
export interface TextOptions extends FieldOptions {
  min?: number;
  max?: number;
  /** Accept numbers and booleans and keep their text (v1 reads `"value": 2` as `"2"`). @default false */
  coerce?: boolean;
  /** Message when the value is missing or of another type; class-validator's unless given. */
  message?: string;
}

/** `parameter`: a query parameter. All of those are texts, so OpenAPI shows only the type they are read as. */
export type Coercion = boolean | 'parameter';

/** Options of a number field; bounds are inclusive. */
export interface NumberOptions extends FieldOptions {
  min?: number;
  max?: number;
  /** Only whole numbers. @default false */
  integer?: boolean;
  /** Greater than 0, in place of `min`. @default false */
  positive?: boolean;
  /** Message when the value exceeds `max`; class-validator's unless given. */
  maxMessage?: string;
  /** Accept numbers as texts in decimal notation (v1 reads `"slaMin": "0"` as 0). @default false */
  coerce?: Coercion;
}

/** Declares a string; a required one must not be empty unless `min` is 0. */
export function Text(options: TextOptions = {}): PropertyDecorator {
  const { min, max, optional, coerce, message } = options;
  const sized = sizeMessage(options);
  const rules = [IsString(said(message))];
  if (!optional && min === undefined) rules.push(IsNotEmpty({ ...sized, ...said(message) }));
  if (min !== undefined) rules.push(Length(min, max, { message: lengthMessage(min, max), ...sized }));
  else if (max !== undefined) rules.push(MaxLength(max, { message: lengthMessage(0, max), ...sized }));
  if (coerce) rules.push(ReadAs(toText));
  const shown = { type: 'string', minLength: min ?? (optional ? undefined : 1), maxLength: max };
  return field(options, lenient(shown, coerce && [{ type: 'number' }, { type: 'boolean' }]), rules);
}

/** Declares a JSON number (with `coerce` also a numeric string). */
export function Numeric(options: NumberOptions = {}): PropertyDecorator {
  const number = (): PropertyDecorator =>
    IsNumber({ allowNaN: false, allowInfinity: false }, { message: '$property must be a number' });
  // Whole numbers above MAX_SAFE_INTEGER are not exact.
  const max = options.max ?? (options.integer ? Number.MAX_SAFE_INTEGER : undefined);
  const least = options.positive ? 1 : options.min;
  const range = least === undefined ? `up to ${max}` : `from ${least} to ${max}`;
  // The limits are named, because a text beyond them is a whole number, too.
  const whole = (): PropertyDecorator => IsInt({ message: `$property must be a whole number ${range}` });
  const rules = [options.integer ? whole() : number()];
  if (options.min !== undefined) rules.push(Min(options.min, sizeMessage(options)));
  if (max !== undefined) rules.push(Max(max, said(options.maxMessage)));
  if (options.positive) rules.push(IsPositive({ message: '$property must be greater than 0' }));
  if (options.coerce) rules.push(ReadAs(toDecimal));
  const type = options.integer ? 'integer' : 'number';
  const above = options.positive ? { minimum: 0, exclusiveMinimum: true } : { minimum: options.min };
  const shown = { type, ...above, maximum: max };
  const text = { type: 'string', pattern: numberPattern(options) };
  return field(options, lenient(shown, options.coerce === true && [text]), rules);
}

/** Declares a JSON boolean (with `coerce` also `"true"` and `"false"`). */
export function Flag(options: FieldOptions & { coerce?: Coercion } = {}): PropertyDecorator {
  const rules = [IsBoolean({ message: '$property must be true or false' })];
  if (options.coerce) rules.push(ReadAs(toBoolean));
  const text = { type: 'string', pattern: BOOLEAN_TEXT };
  return field(options, lenient({ type: 'boolean' }, options.coerce === true && [text]), rules);
}

/** Declares one of the values of an `as const` object. With `ignoreCase`, upper and lower case are equal. */
export function OneOf(
  values: Readonly<Record<string, string>>,
  options: FieldOptions & { ignoreCase?: boolean } = {},
): PropertyDecorator {
  const allowed = Object.values(values);
  const rules = [IsIn(allowed, { message: `$property must be one of ${allowed.join(', ')}` })];
  const spelled = (value: string) => allowed.find((one) => one.toLowerCase() === value.toLowerCase());
  if (options.ignoreCase)
    rules.push(ReadAs((value) => (typeof value === 'string' ? (spelled(value) ?? value) : value)));
  const shown = { type: 'string', enum: allowed };
  const inAnyCase = { type: 'string', pattern: `^(${allowed.map(anyCase).join('|')})$` };
  return field(options, lenient(shown, options.ignoreCase && [inAnyCase]), rules);
}

/** Default maximum number of entries of a list; a map has none. */
export const LIST_LIMIT = 10_000;

export interface EntriesOptions extends FieldOptions {
  /** Maximum number; more break a constraint. @default LIST_LIMIT for lists, none for JSON objects */
  maxEntries?: number;
}

/** Options of a list of strings; `max` bounds each entry's length in characters. */
export interface TextListOptions extends EntriesOptions {
  max?: number;
  notEmpty?: boolean;
  /** Entries may be empty. @default false */
  blank?: boolean;
  /** Entries must have a visible character. @default false */
  visible?: boolean;
  /** Addresses contain the entries, so that they must be visible and neither `.` nor `..`. @default false */
  segment?: boolean;
  /** Keep the first of equal entries only (configs, dependencies and tags are sets). @default false */
  unique?: boolean;
  /** Texts that entries may be, and the message about any other text. @default any text */
  choices?: { texts: readonly string[]; message: (entry: string) => string };
  without?: (entry: string) => boolean;
}

/** Declares an array of non-empty strings. */
export function TextList(options: TextListOptions = {}): PropertyDecorator {
  const { unique, without, max, maxEntries = LIST_LIMIT, segment = false } = options;
  const visible = segment || options.visible === true;
  const rules = [IsArray(), EachText({ max, notEmpty: !options.blank, visible, segment })];
  if (options.choices) rules.push(EachChoice(options.choices));
  if (options.notEmpty) rules.push(ArrayNotEmpty(sizeMessage(options)));
  rules.push(Reading({ maxEntries }));
  if (without) {
    const kept = (entry: unknown): boolean => typeof entry !== 'string' || !without(entry);
    rules.push(ReadAs((value) => (Array.isArray(value) ? value.filter(kept) : value)));
  }
  if (unique) rules.push(ReadAs((value) => (Array.isArray(value) ? [...new Set(value)] : value)));
  const minLength = options.blank ? undefined : 1;
  const pattern = entryPattern(options);
  const items = { type: 'string', minLength, maxLength: max, pattern, enum: options.choices?.texts };
  const minItems = options.notEmpty ? 1 : undefined;
  return field(options, { type: 'array', items, minItems, maxItems: maxEntries }, rules);
}

/** Returns the pattern of the entries of a list, for schemas; undefined: any text. */
export function entryPattern({ visible, segment }: TextListOptions): string | undefined {
  if (segment) return SEGMENT_PATTERN;
  return visible ? VISIBLE_PATTERN : undefined;
}

/** Declares an array of different whole numbers; bounds are inclusive. */
export function IntegerList(options: EntriesOptions & { min: number; max: number }): PropertyDecorator {
  const { min, max, maxEntries = LIST_LIMIT } = options;
  const unique = ReadAs((value) => (Array.isArray(value) ? [...new Set(value)] : value));
  const rules = [IsArray(), EachInteger(min, max), Reading({ maxEntries }), unique];
  const items = { type: 'integer', minimum: min, maximum: max };
  return field(options, { type: 'array', items, maxItems: maxEntries }, rules);
}

const SAFE = { min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER };

/** Declares a repeatable query parameter of whole numbers: `x=1` and `x=1&x=2` both become a list. */
export function IntegerParameters(options: FieldOptions = {}): PropertyDecorator {
  const read = ReadAs((value) => [value].flat().map(toDecimal));
  const items = { type: 'integer', minimum: SAFE.min, maximum: SAFE.max };
  return field({ ...options, optional: true }, { type: 'array', items }, [
    EachInteger(SAFE.min, SAFE.max),
    read,
  ]);
}

/** Declares a nested object of class `type()`, checked by its own rules. */
export function Nested<T extends object>(
  type: () => ClassConstructor<T>,
  options: FieldOptions = {},
): PropertyDecorator {
  // Swagger knows a lazy type by the name of the function, which this one gets from its property.
  return field(options, { type: () => type() }, [IsObject(), ValidateNested(), Reading({ nested: type })]);
}

export interface NestedListOptions extends EntriesOptions {
  notEmpty?: boolean;
  /** The field of an object that a plain text sets. @default texts are refused */
  textAs?: string;
}

/** Declares an array of objects of class `type()`, each checked by its own rules. */
export function NestedList<T extends object>(
  type: () => ClassConstructor<T>,
  options: NestedListOptions = {},
): PropertyDecorator {
  const { maxEntries = LIST_LIMIT, textAs } = options;
  const reading = Reading({ nested: type, maxEntries });
  const rules = [IsArray(), EachObject(), ValidateNested({ each: true }), reading];
  if (options.notEmpty) rules.push(ArrayNotEmpty(sizeMessage(options)));
  const size = { minItems: options.notEmpty ? 1 : undefined, maxItems: maxEntries };
  if (textAs === undefined) return field(options, { type: () => [type()], ...size }, rules);
  const asObject = (entry: unknown): unknown => (typeof entry === 'string' ? { [textAs]: entry } : entry);
  const read = ReadAs((value) => (Array.isArray(value) ? value.map(asObject) : value));
  const models: PropertyDecorator = (prototype) => void ApiExtraModels(type())(prototype.constructor);
  const items = { anyOf: [{ $ref: getSchemaPath(type()) }, { type: 'string', minLength: 1 }] };
  return field(options, { type: 'array', items, ...size }, [...rules, read, models]);
}

/** Options of a JSON object that is kept as it came. The code that reads the object validates its parts. */
export interface JsonObjectOptions extends EntriesOptions {
  /** Class by which the object is validated later, shown in OpenAPI. */
  shape?: ClassConstructor<object>;
  /** As `shape`, for the values of a map; or their schema. */
  values?: ClassConstructor<object> | Readonly<Record<string, unknown>>;
  names?: readonly string[];
  requires?: readonly string[];
}

/** Declares any JSON object, kept as it came. A map of the contract has `maxEntries`; free-form JSON has none. */
export function JsonObject(options: JsonObjectOptions = {}): PropertyDecorator {
  const { maxEntries, shape, values } = options;
  const bounds = maxEntries === undefined ? [] : [Reading({ maxEntries })];
  const models = [shape, values].filter((one) => typeof one === 'function');
  const extra: PropertyDecorator = (prototype) => void ApiExtraModels(...models)(prototype.constructor);
  const shown = shape ? { allOf: [{ $ref: getSchemaPath(shape) }] } : mapSchema(options);
  return field(options, shown, [IsObject(), ...bounds, ...(models.length > 0 ? [extra] : [])]);
}

function mapSchema({ values, names, requires, maxEntries }: JsonObjectOptions): object {
  const value = typeof values === 'function' ? { $ref: getSchemaPath(values) } : (values ?? true);
  return {
    type: 'object',
    properties: names && Object.fromEntries(names.map((name) => [name, value])),
    additionalProperties: names === undefined && value,
    required: requires,
    maxProperties: maxEntries,
  };
}

const said = (message: string | undefined) => (message === undefined ? {} : { message });
const lengthMessage = (min: number, max = Infinity): string => {
  if (max === Infinity) return `$property must have at least ${min} characters`;
  return `$property must have ${min > 0 ? `${min} to` : 'at most'} ${max} characters`;
};
const sizeMessage = ({ sizeMessage: message }: FieldOptions) => said(message);

/** Returns a schema, or one of several where other types are read as well: Swagger leaves the type out then, and guesses no other. */
const lenient = (shown: object, others: readonly object[] | false | undefined): object =>
  others ? { type: 'string', anyOf: [shown, ...others] } : shown;

const BOOLEAN_TEXT = `^${BLANKS}(${anyCase('true')}|${anyCase('false')})${BLANKS}$`;

interface Shown {
  anyOf?: readonly Shown[];
  enum?: readonly unknown[];
}

type ApiOptions = Parameters<typeof ApiProperty>[0];

/** OpenAPI 3.0 allows `nullable` beside a type only: of alternatives, the first one gets it. An `enum` must list null as well. */
const orNull = ({ anyOf, enum: choices }: Shown): object => {
  if (anyOf) return { anyOf: anyOf.map((one, index) => (index === 0 ? { ...one, ...orNull(one) } : one)) };
  return { nullable: true, ...(choices && { enum: [...choices, null] }) };
};

function field(options: FieldOptions, api: object, given: PropertyDecorator[]): PropertyDecorator {
  const { optional, nullable, description, example } = options;
  const rules = options.strict ? [...given, Reading({ strict: true })] : given;
  // Swagger takes `required` of a map for the names that it must have: another keyword says whether the field is required.
  const required = 'required' in api && api.required !== undefined && { selfRequired: !optional };
  const shown = { ...api, description, example, ...required } as ApiOptions;
  if (!optional) return applyDecorators(ApiProperty(shown), ...rules);
  if (nullable !== false)
    return applyDecorators(ApiPropertyOptional({ ...shown, ...orNull(api) }), IsOptional(), ...rules);
  const present = ValidateIf((_object, value: unknown) => value !== undefined);
  return applyDecorators(ApiPropertyOptional(shown), present, ...rules);
}
