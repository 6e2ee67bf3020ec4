import { asOpenApi31 } from './openapi-3-1';

/** Converts a schema of OpenAPI 3.0. */
function converted(schema: object): unknown {
  const document = { openapi: '3.0.0', info: { title: 't', version: '1' }, paths: {} };
  const components = { schemas: { One: schema } };
  return asOpenApi31({ ...document, components }).components?.schemas?.One;
}

const REF = { $ref: '#/components/schemas/Other' };

describe('a schema of OpenAPI 3.0 as one of 3.1', () => {
  it.each([
    ['a type', { type: 'string', nullable: true }, { type: ['string', 'null'] }],
    [
      'choices',
      { type: 'string', enum: ['a'], nullable: true },
      { type: ['string', 'null'], enum: ['a', null] },
    ],
    [
      'choices that name null',
      { type: 'string', enum: ['a', null], nullable: true },
      { type: ['string', 'null'], enum: ['a', null] },
    ],
    ['a reference', { type: 'object', allOf: [REF], nullable: true }, { anyOf: [REF, { type: 'null' }] }],
    [
      'alternatives',
      { oneOf: [REF, { type: 'string' }], nullable: true },
      { anyOf: [REF, { type: 'string' }, { type: 'null' }] },
    ],
    ['no null', { type: 'string', nullable: false }, { type: 'string' }],
    ['an inclusive bound', { type: 'number', minimum: 0 }, { type: 'number', minimum: 0 }],
    [
      'an exclusive bound',
      { type: 'number', minimum: 0, exclusiveMinimum: true },
      { type: 'number', exclusiveMinimum: 0 },
    ],
    ['any value', { anyOf: [{}], description: 'd' }, { description: 'd' }],
    ['an example', { type: 'string', example: 'a' }, { type: 'string', examples: ['a'] }],
  ])('a schema of OpenAPI 3.1 has %s', (_what, before, after) => {
    expect(converted(before)).toEqual(after);
    const nested = { type: 'object', properties: { nullable: { type: 'array', items: before } } };
    expect(converted(nested)).toEqual({
      type: 'object',
      properties: { nullable: { type: 'array', items: after } },
    });
  });

  it('is converted in parameters, bodies and headers, where media types keep their example', () => {
    const text = { type: 'string', nullable: true };
    const content = { 'application/json': { schema: text, example: null } };
    const document = asOpenApi31({
      openapi: '3.0.0',
      info: { title: 't', version: '1' },
      paths: {
        '/': {
          post: {
            parameters: [{ name: 'a', in: 'query', schema: text }],
            requestBody: { content },
            responses: { 200: { description: 'd', content, headers: { B: { schema: text } } } },
          },
        },
      },
    });
    expect(document.openapi).toBe('3.1.0');
    const after = { type: ['string', 'null'] };
    const body = { content: { 'application/json': { schema: after, example: null } } };
    expect(document.paths['/']?.post).toMatchObject({
      parameters: [{ schema: after }],
      requestBody: body,
      responses: { 200: { ...body, headers: { B: { schema: after } } } },
    });
  });
});
