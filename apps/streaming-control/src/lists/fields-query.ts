import { ApiQuery } from '@nestjs/swagger';

/** Says in the API's document that `fields` may be given (streaming-control-v1, Job clusters). */
export const FieldsQuery = (): MethodDecorator =>
  ApiQuery({
    name: 'fields',
    required: false,
    type: String,
    description: 'Names of the fields that are wanted, with commas between them; absent: all',
  });
