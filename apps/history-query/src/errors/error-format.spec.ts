import { ErrorKind, ServiceError } from '@portolan/service';
import { historyErrors } from './error-format';

it.each([
  [400, 'BAD_REQUEST'],
  [401, 'UNAUTHORIZED'],
  [403, 'FORBIDDEN'],
  [404, 'NOT_FOUND'],
  [405, 'METHOD_NOT_ALLOWED'],
  [406, 'NOT_ACCEPTABLE'],
  [408, 'REQUEST_TIMEOUT'],
  [410, 'GONE'],
  [413, 'PAYLOAD_TOO_LARGE'],
  [415, 'UNSUPPORTED_MEDIA_TYPE'],
  [429, 'TOO_MANY_REQUESTS'],
  [431, 'REQUEST_HEADER_FIELDS_TOO_LARGE'],
  [500, 'INTERNAL_SERVER_ERROR'],
  [503, 'SERVICE_UNAVAILABLE'],
])('an error with status %i is named %s', (status, name) => {
  const error = new ServiceError(ErrorKind.Malformed, 'why');
  const body = historyErrors.body({ status, error, requestId: 'r', now: 0 });
  expect(body).toEqual({ code: status, name, message: 'why' });
});
