import { checkFields } from './check-fields';
import { copyFields, isPlainObject, type CopyReport, type IgnoredListener } from './copy-fields';
import type { ClassConstructor } from './declared-fields';
import { ValidationFailedError, type FieldError } from './field-error';

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
 * As {@link validate}, for a client's body: undeclared fields are reported to {@link onIgnoredField}'s listener.
 * @param path prefix of the reported fields
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
