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

  it('keeps the responses that an operation declares', () => {
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

  it('calls a wildcard by its name in the address', () => {
    const parameters = [{ name: '*', in: 'path' as const, required: true }];
    const document = withCommonAnswers(
      documentOf({ '/output/{path}': { get: operation({ parameters }) } }),
      format,
    );
    expect(document.paths['/output/{path}']?.get?.parameters).toMatchObject([{ name: 'path' }]);
  });
});
