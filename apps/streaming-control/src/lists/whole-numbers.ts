import { ApiPropertyOptional } from '@nestjs/swagger';
import { applyDecorators } from '@nestjs/common';
import { toNumber } from '@portolan/validation';
import { Transform } from 'class-transformer';
import { IsInt, IsOptional } from 'class-validator';

/** A repeatable query parameter of whole numbers: `x=1` and `x=1&x=2` both become a list. */
export function WholeNumbers(options: { description?: string } = {}): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({ type: Number, isArray: true, ...options }),
    IsOptional(),
    Transform(({ value }: { value: unknown }) => (Array.isArray(value) ? value : [value]).map(toNumber)),
    IsInt({ each: true }),
  );
}
