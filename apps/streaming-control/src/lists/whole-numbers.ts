import { ApiPropertyOptional } from '@nestjs/swagger';
import { applyDecorators } from '@nestjs/common';
import { ReadAs, toNumber } from '@portolan/validation';
import { IsInt, IsOptional, Max, Min } from 'class-validator';

/** A repeatable query parameter of whole numbers: `x=1` and `x=1&x=2` both become a list. */
export function WholeNumbers(options: { description?: string } = {}): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({ type: Number, isArray: true, ...options }),
    IsOptional(),
    ReadAs((value) => (Array.isArray(value) ? value : [value]).map(toNumber)),
    IsInt({ each: true }),
    Max(Number.MAX_SAFE_INTEGER, { each: true }),
    Min(Number.MIN_SAFE_INTEGER, { each: true }),
  );
}
