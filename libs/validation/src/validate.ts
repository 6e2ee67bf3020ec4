import { plainToInstance, type ClassConstructor } from 'class-transformer';
import { validateSync } from 'class-validator';
import { collectFieldErrors } from './collect-field-errors';
import { ValidationFailedError } from './field-error';

/**
 * Turns parsed JSON into an instance of `type` and checks it: unknown fields are dropped (a client may
 * send back what it read), nothing is converted unless a decorator of the class says so.
 *
 * @throws {@link ValidationFailedError} with every field that is wrong.
 */
export function validate<T extends object>(type: ClassConstructor<T>, plain: unknown): T {
  if (typeof plain !== 'object' || plain === null || Array.isArray(plain)) {
    throw new ValidationFailedError([
      { field: '', kind: 'type', rule: 'isObject', message: 'a JSON object is required' },
    ]);
  }
  const instance = plainToInstance(type, plain, {
    enableImplicitConversion: false,
    exposeUnsetFields: false,
  });
  const errors = validateSync(instance, { whitelist: true, forbidUnknownValues: false });
  if (errors.length > 0) throw new ValidationFailedError(collectFieldErrors(errors));
  return instance;
}
