import { validateSync } from 'class-validator';
import { collectFieldErrors } from './collect-field-errors';
import { copyFields, type CopyReport, type IgnoredListener } from './copy-fields';
import type { ClassConstructor } from './declared-fields';
import { ValidationFailedError } from './field-error';

/**
 * Turns parsed JSON into an instance of `type` and checks it: only declared fields are copied (a client may
 * send back what it read), nothing is converted unless a decorator of the class says so.
 *
 * @throws {@link ValidationFailedError} with every field that is wrong.
 */
export const validate = <T extends object>(type: ClassConstructor<T>, plain: unknown): T =>
  check(type, plain, { errors: [] });

let ignoredListener: IgnoredListener | undefined;

/** Has `listener` told of each field that {@link validateBody} does not take; there is one listener. */
export function onIgnoredField(listener: IgnoredListener): void {
  ignoredListener = listener;
}

/**
 * As {@link validate}, for what a client sent: fields that the class does not declare are reported to
 * {@link onIgnoredField}'s listener.
 *
 * @param path of `plain` inside the body of the request, for such reports
 * @throws {@link ValidationFailedError} with every field that is wrong.
 */
export const validateBody = <T extends object>(type: ClassConstructor<T>, plain: unknown, path = ''): T =>
  check(type, plain, { errors: [], ignored: ignoredListener }, path);

function check<T extends object>(
  type: ClassConstructor<T>,
  plain: unknown,
  report: CopyReport,
  path?: string,
): T {
  if (typeof plain !== 'object' || plain === null || Array.isArray(plain)) {
    throw new ValidationFailedError([
      { field: '', kind: 'type', rule: 'isObject', message: 'a JSON object is required' },
    ]);
  }
  const instance = copyFields(type, plain, report, path);
  const broken = collectFieldErrors(validateSync(instance, { forbidUnknownValues: false }));
  const errors = [...report.errors, ...broken];
  if (errors.length > 0) throw new ValidationFailedError(errors);
  return instance;
}
