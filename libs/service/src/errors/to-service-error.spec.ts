import { ForbiddenException, NotFoundException } from '@nestjs/common';
import { ValidationFailedError } from '@portolan/validation';
import { toServiceError } from './to-service-error';
import { ErrorKind, notFound } from './service-error';

const withCode = (code: string) => Object.assign(new Error(code), { code });
const field = { field: 'name', rule: 'isNotEmpty', message: 'name should not be empty' };

describe('toServiceError', () => {
  it('keeps our own errors', () => {
    const error = notFound('no job');
    expect(toServiceError(error)).toBe(error);
  });

  it.each([
    [new ValidationFailedError([{ ...field, kind: 'absent' }]), ErrorKind.Malformed],
    [new ValidationFailedError([{ ...field, kind: 'constraint' }]), ErrorKind.Constraint],
    [new NotFoundException('x'), ErrorKind.NotFound],
    [new ForbiddenException('x'), ErrorKind.Forbidden],
    [Object.assign(new Error('too long'), { statusCode: 413 }), ErrorKind.TooLarge],
    [Object.assign(new Error('odd'), { statusCode: 500 }), ErrorKind.Internal],
    [withCode('ECONNREFUSED'), ErrorKind.Unavailable],
    [
      Object.assign(new Error('query failed'), { driverError: withCode('PROTOCOL_CONNECTION_LOST') }),
      ErrorKind.Unavailable,
    ],
    [new Error('Connection is closed.'), ErrorKind.Unavailable],
    [withCode('ER_DUP_ENTRY'), ErrorKind.Internal],
    [new TypeError('bug'), ErrorKind.Internal],
    ['thrown text', ErrorKind.Internal],
  ])('reads %p as %s', (thrown, kind) => {
    expect(toServiceError(thrown).kind).toBe(kind);
  });

  it('sends Retry-After for an outage', () => {
    expect(toServiceError(withCode('ECONNRESET')).headers).toEqual({ 'Retry-After': '2' });
  });

  it('hides internal errors', () => {
    expect(toServiceError(new TypeError('secret')).message).toBe('internal error');
  });
});
