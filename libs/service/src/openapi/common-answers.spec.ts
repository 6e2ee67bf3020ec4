import type { OpenAPIObject } from '@nestjs/swagger';
import { withCommonAnswers } from './common-answers';

const format = {
  body: ({ status, error }: { status: number; error: Error }) => ({ code: status, message: error.message }),
};

const documentOf = (paths: OpenAPIObject['paths']): OpenAPIObject => ({
  openapi: '3.0.0',
  info: { title: 't', version: '1' },
  paths,
});

const operation = (more: object = {}) => ({ operationId: 'read', responses: {}, ...more });

describe('answers that every operation has', () => {
  it('adds 404 where the address names a resource, 400 where something is read, and what every operation can answer', () => {
    const document = withCommonAnswers(
      documentOf({
        '/jobs': { get: operation() },
        '/jobs/{id}': { get: operation({ parameters: [{ name: 'id', in: 'path', required: true }] }) },
      }),
      format,
    );
    expect(Object.keys(document.paths['/jobs']?.get?.responses ?? {})).toEqual(['405', '429', '431', '503']);
    expect(Object.keys(document.paths['/jobs/{id}']?.get?.responses ?? {})).toEqual([
      '400',
      '404',
      '405',
      '429',
      '431',
      '503',
    ]);
  });

  it('keeps what an operation says itself', () => {
    const own = { description: 'Gone for good' };
    const document = withCommonAnswers(
      documentOf({ '/jobs/{id}': { get: operation({ responses: { 404: own } }) } }),
      format,
    );
    expect(document.paths['/jobs/{id}']?.get?.responses['404']).toMatchObject({
      description: 'Gone for good',
    });
  });

  it('describes the error body from one that the API makes', () => {
    const document = withCommonAnswers(documentOf({}), format);
    expect(document.components?.schemas?.Error).toMatchObject({
      properties: { code: { type: 'number' }, message: { type: 'string' } },
      required: ['code', 'message'],
    });
  });

  it('gives each operation an id of its own', () => {
    const document = withCommonAnswers(
      documentOf({ '/a/{id}/tags': { get: operation() }, '/b/{id}/tags': { get: operation() } }),
      format,
    );
    expect(document.paths['/a/{id}/tags']?.get?.operationId).toBe('read');
    expect(document.paths['/b/{id}/tags']?.get?.operationId).toBe('read_b_id_tags');
  });

  it('calls a wildcard by its name in the address', () => {
    const parameters = [{ name: '*', in: 'path' as const, required: true }];
    const document = withCommonAnswers(
      documentOf({ '/output/{path}': { get: operation({ parameters }) } }),
      format,
    );
    expect(document.paths['/output/{path}']?.get?.parameters).toMatchObject([{ name: 'path' }]);
  });
});
