import { Injectable, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';
import type { ClassConstructor } from './declared-fields';
import { explainRepeated, refuseUndeclaredParameters } from './unknown-parameters';
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
