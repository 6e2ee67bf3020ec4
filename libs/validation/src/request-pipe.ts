import { Injectable, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';
import type { ClassConstructor } from 'class-transformer';
import { validate } from './validate';

const NATIVE_TYPES: ReadonlySet<unknown> = new Set([String, Boolean, Number, Array, Object]);

/**
 * The global pipe of every service: bodies and queries that are declared as a class are checked by
 * {@link validate}; everything else (`unknown` bodies, single parameters) passes as it came.
 */
@Injectable()
export class RequestPipe implements PipeTransform {
  transform(value: unknown, { metatype, type }: ArgumentMetadata): unknown {
    if (!metatype || type === 'custom' || NATIVE_TYPES.has(metatype)) return value;
    return validate(metatype as ClassConstructor<object>, value);
  }
}
