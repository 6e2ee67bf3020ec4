import { Injectable, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';
import { checkFields } from './check-fields';
import { copyFields, isPlainObject, type CopyReport, type IgnoredListener } from './copy-fields';
import { fieldsOf, type ClassConstructor } from './declared-fields';
import { ValidationFailedError, type FieldError } from './field-error';
import { refuseUnknownParameters } from './unknown-parameter';

/**
 * Turns parsed JSON into a checked instance: only declared fields are copied, conversions only where declared.
 * @throws {@link ValidationFailedError} with every field that is wrong
 */
export const validate = <T extends object>(type: ClassConstructor<T>, plain: unknown): T =>
  check(type, plain, { errors: [] });

const NO_OBJECT: FieldError = {
  field: '',
  kind: 'type',
  rule: 'isObject',
  message: 'the body must be a JSON object',
};

let ignoredListener: IgnoredListener | undefined;

/** Sets the only listener that {@link validateBody} calls with each undeclared field. */
export function onIgnoredField(listener: IgnoredListener): void {
  ignoredListener = listener;
}

/**
 * As {@link validate}, for a client's body: undeclared fields are reported to {@link onIgnoredField}'s listener,
 * with their `path`.
 */
export const validateBody = <T extends object>(type: ClassConstructor<T>, plain: unknown, path = ''): T =>
  check(type, plain, { errors: [], ignored: ignoredListener }, path);

function check<T extends object>(
  type: ClassConstructor<T>,
  plain: unknown,
  report: CopyReport,
  path?: string,
): T {
  if (!isPlainObject(plain)) throw new ValidationFailedError([NO_OBJECT]);
  const instance = copyFields(type, plain, report, path);
  const errors = [...report.errors, ...checkFields(instance)];
  if (errors.length > 0) throw new ValidationFailedError(errors);
  return instance;
}

const NATIVE_TYPES: ReadonlySet<unknown> = new Set([String, Boolean, Number, Array, Object]);

const DECLARED_ONLY = Symbol('declared parameters only');

/** Makes {@link RequestPipe} refuse parameters that a query class, or one that extends it, does not declare. */
export const DeclaredParametersOnly = (): ClassDecorator => (type) =>
  Reflect.defineMetadata(DECLARED_ONLY, true, type);

/** The global pipe: checks bodies ({@link validateBody}) and queries that are declared as a class; everything else passes. */
@Injectable()
export class RequestPipe implements PipeTransform {
  transform(value: unknown, { metatype, type }: ArgumentMetadata): unknown {
    if (!metatype || type === 'custom' || NATIVE_TYPES.has(metatype)) return value;
    const declared = metatype as ClassConstructor<object>;
    if (type === 'query' && Reflect.hasMetadata(DECLARED_ONLY, metatype)) {
      refuseUnknownParameters(value as object, [...fieldsOf(declared).readings.keys()]);
    }
    return type === 'body' ? validateBody(declared, value) : validate(declared, value);
  }
}
