import { Injectable, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';
import { misspeltName, nearName } from './closest-name';
import { fieldsOf, type ClassConstructor } from './declared-fields';
import { ValidationFailedError } from './field-error';
import { validate, validateBody } from './validate';

const NATIVE_TYPES: ReadonlySet<unknown> = new Set([String, Boolean, Number, Array, Object]);

/** The global pipe: checks bodies ({@link validateBody}) and queries that are declared as a class; everything else passes. */
@Injectable()
export class RequestPipe implements PipeTransform {
  /** @param onBody called for each request whose handler takes the body */
  constructor(private readonly onBody: () => void = () => undefined) {}

  transform(value: unknown, { metatype, type }: ArgumentMetadata): unknown {
    if (type === 'body') this.onBody();
    if (!metatype || type === 'custom' || NATIVE_TYPES.has(metatype)) return value;
    const declared = metatype as ClassConstructor<object>;
    if (type === 'query') refuseUndeclaredParameters(value as object, declared);
    return type === 'body' ? validateBody(declared, value) : readQuery(declared, value);
  }
}

function readQuery(declared: ClassConstructor<object>, query: unknown): object {
  try {
    return validate(declared, query);
  } catch (error) {
    throw explainRepeated(error, Object(query) as object);
  }
}

const DECLARED_ONLY = Symbol('declared parameters only');

/** Makes the request pipe refuse parameters that a query class, or one that extends it, does not declare. */
export const DeclaredParametersOnly = (): ClassDecorator => (type) =>
  Reflect.defineMetadata(DECLARED_ONLY, true, type);

/** Refuses parameters that a class marked with {@link DeclaredParametersOnly} does not declare. */
function refuseUndeclaredParameters(query: object, declared: ClassConstructor<object>): void {
  if (Reflect.hasMetadata(DECLARED_ONLY, declared))
    refuseUnknownParameters(query, [...fieldsOf(declared).readings.keys()]);
}

/**
 * Refuses unknown parameters of a parsed query: a misspelt filter would widen a search or a removal.
 * @throws {@link ValidationFailedError} that names the parameter, the closest known name if one is near, and all known names
 */
export function refuseUnknownParameters(query: object, known: readonly string[]): void {
  const field = Object.keys(query).find((name) => !known.includes(name));
  if (field !== undefined) throw unknownParameter(field, known, nearName(field, known));
}

/**
 * Refuses misspelt parameters where unknown ones are ignored: the file of a page is requested as `style.css?v=2`, but `tial=10` means
 * `tail`. @throws {@link ValidationFailedError} as {@link refuseUnknownParameters}
 */
export function refuseMisspeltParameters(query: object, known: readonly string[]): void {
  for (const field of Object.keys(query)) {
    const meant = known.includes(field) ? undefined : misspeltName(field, known);
    if (meant !== undefined) throw unknownParameter(field, known, meant);
  }
}

function unknownParameter(field: string, known: readonly string[], near: string | undefined): Error {
  const message = messageFor(field, known, near);
  return new ValidationFailedError([{ field, kind: 'type', rule: 'isKnown', message }]);
}

function messageFor(unknown: string, known: readonly string[], near: string | undefined): string {
  if (known.length === 0) return `unknown parameter ${unknown}: this address takes none`;
  const names = known.join(', ');
  return near === undefined
    ? `unknown parameter ${unknown}: this address takes ${names}`
    : `unknown parameter ${unknown}, did you mean ${near}? This address takes ${names}`;
}

/** Returns an error of {@link ValidationFailedError} that says of a repeated parameter that one value is the limit. */
function explainRepeated(error: unknown, query: object): unknown {
  if (!(error instanceof ValidationFailedError)) return error;
  const given = new Map<string, unknown>(Object.entries(query));
  return new ValidationFailedError(
    error.errors.map((one) => {
      const values = given.get(one.field);
      // The entry of a parameter that may be repeated is named by its place.
      if (!Array.isArray(values) || one.message.startsWith(`${one.field}[`)) return one;
      return { ...one, message: `${one.field} is given ${values.length} times: it must have one value` };
    }),
  );
}
