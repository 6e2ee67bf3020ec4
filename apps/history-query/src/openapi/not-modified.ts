import { ApiResponse } from '@nestjs/swagger';

/** Documents the response to a client with the current entity tag (V2-OPS-5). */
export const ApiNotModified = (): MethodDecorator =>
  ApiResponse({ status: 304, description: 'Not changed: `If-None-Match` names the entity tag.' });
