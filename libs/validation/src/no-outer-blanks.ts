import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { ValidateBy } from 'class-validator';

/** A text that names something: blanks at its ends, which nobody sees, are refused. It stands beside `@Text`. */
export const NoOuterBlanks = (): PropertyDecorator =>
  applyDecorators(
    ApiProperty({ pattern: String.raw`^(\S([\s\S]*\S)?)?$` }),
    ValidateBy({
      name: 'noOuterBlanks',
      validator: {
        validate: (value) => typeof value !== 'string' || value.trim() === value,
        defaultMessage: () => '$property must not begin or end with a blank',
      },
    }),
  );
