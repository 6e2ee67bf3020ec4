import { Injectable, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';
import { fieldsOf, type ClassConstructor } from './declared-fields';
import { refuseUnknownParameters } from './unknown-parameter';
import { validate, validateBody } from './validate';

const NATIVE_TYPES: ReadonlySet<unknown> = new Set([String, Boolean, Number, Array, Object]);

const DECLARED_ONLY = Symbol('declared parameters only');

/** Makes {@link RequestPipe} refuse parameters that a query class, or one that extends it, does not declare. */
export const DeclaredParametersOnly = (): ClassDecorator => (type) =>
  Reflect.defineMetadata(DECLARED_ONLY, true, type);

/**
 * The global pipe of every service: bodies and queries that are declared as a class are checked by
 * {@link validate}, bodies by {@link validateBody}; everything else (`unknown` bodies, single parameters) passes as it came.
 */
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
