import type { OpenAPIObject } from '@nestjs/swagger';
import { AuthConfig } from '../config/auth-config';
import { withCommonAnswers, withSockets, type SocketNotes } from './common-answers';
import { withSecurity } from './openapi';

const format = { body: ({ error }: { error: Error }) => ({ message: error.message }) };
const note = (id: string) => ({ id, summary: 's', tag: 't', frames: 'One event a frame.' });
const SOCKETS: SocketNotes = { '/events/{id}': note('openEvents'), '/output/{id}': note('openOutput') };

function documented(isThere?: (path: string) => boolean): OpenAPIObject['paths'] {
  const parameters = [{ name: 'id', in: 'path' as const, required: true }];
  const responses = { 200: { description: 'Server-sent events.' } };
  const document: OpenAPIObject = {
    openapi: '3.0.0',
    info: { title: 't', version: '1' },
    paths: { '/output/{id}': { get: { operationId: 'followOutput', parameters, responses } } },
  };
  withCommonAnswers(withSockets(document, SOCKETS, isThere), format);
  return withSecurity(document, new AuthConfig()).paths;
}

describe('websockets in a document', () => {
  it('are operations of their own, with every answer of a handshake and its security', () => {
    const events = documented()['/events/{id}']?.get;
    expect(events).toMatchObject({ operationId: 'openEvents', parameters: [{ name: 'id', in: 'path' }] });
    const statuses = ['101', '400', '401', '403', '405', '429', '431', '503'];
    expect(Object.keys(events?.responses ?? {})).toEqual(statuses);
    expect(JSON.stringify(events?.responses['403'])).toMatch(/origins.*`reader`.*schemas\/Error/);
    expect(events?.security?.length).toBeGreaterThan(0);
  });

  it('are one more answer where the address has an ordinary one', () => {
    const output = documented()['/output/{id}']?.get;
    expect(output?.operationId).toBe('followOutput');
    expect(Object.keys(output?.responses ?? {})).toEqual([
      '101',
      '200',
      '400',
      '401',
      '403',
      '404',
      '405',
      '429',
      '431',
      '503',
    ]);
  });

  it('are documented when the process serves them', () => {
    const paths = documented((path) => path.startsWith('/output'));
    expect(Object.keys(paths)).toEqual(['/output/{id}']);
  });
});
