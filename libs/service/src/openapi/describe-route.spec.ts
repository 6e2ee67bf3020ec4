import type { OpenAPIObject } from '@nestjs/swagger';
import { Describe, withNotes } from './describe-route';
import { Field, jsonAnswer, modelsIn, schema } from './schema';

class Address {
  @Field(schema.text()) street!: string;
}

abstract class Entry {
  @Field(schema.integer()) id!: number;
}

class PersonResponse extends Entry {
  @Field(schema.list(schema.ref(Address))) addresses!: Address[];
  @Field(schema.text(), { optional: true }) nickname?: string;
}

const person = { id: 1, addresses: [] };

class Routes {
  @Describe('Read a person', {
    id: ['getPerson', 'getPersonOlder'],
    answers: { 200: jsonAnswer(schema.ref(PersonResponse), person) },
  })
  read(this: void): void {
    // Only its decorators matter.
  }
}

/** The extensions that Swagger copies from a handler to its operations. */
const extensions = Reflect.getMetadata('swagger/apiExtension', Routes.prototype.read) as Record<
  string,
  unknown
>;

const documentWith = (paths: object): OpenAPIObject =>
  ({ openapi: '3.0.0', info: { title: '', version: '' }, paths }) as OpenAPIObject;

describe('a response DTO', () => {
  it('is a schema without the suffix of its class, with the fields of its base class first', () => {
    expect(schema.ref(PersonResponse)).toEqual({ $ref: '#/components/schemas/Person' });
    expect(modelsIn(schema.ref(PersonResponse)).Person).toEqual({
      type: 'object',
      properties: {
        id: { type: 'integer' },
        addresses: { type: 'array', items: { $ref: '#/components/schemas/Address' } },
        nickname: { type: 'string' },
      },
      required: ['id', 'addresses'],
    });
  });

  it('brings the schemas that it refers to', () => {
    expect(Object.keys(modelsIn({ any: [schema.ref(PersonResponse)] }))).toEqual(['Person', 'Address']);
  });
});

const described = (more: object = {}) => ({ responses: {}, ...extensions, ...more });

describe('a described route', () => {
  const document = withNotes(
    documentWith({
      '/people/{id}': { get: described({ operationId: 'Routes_read[0]' }) },
      '/person/{id}': { get: described({ operationId: 'Routes_read[1]' }) },
    }),
  );

  it('has a name for each address, the later ones being aliases', () => {
    const names = Object.values(document.paths).map(({ get }) => [get?.operationId, get?.deprecated]);
    expect(names).toEqual([
      ['getPerson', undefined],
      ['getPersonOlder', true],
    ]);
  });

  it('leaves no extension in the document', () => {
    expect(JSON.stringify(document)).not.toContain('x-note');
  });

  it('brings its responses and their schemas', () => {
    const { content } = document.paths['/people/{id}']?.get?.responses['200'] as { content: object };
    expect(content).toEqual({
      'application/json': { schema: { $ref: '#/components/schemas/Person' }, example: person },
    });
    expect(Object.keys(document.components?.schemas ?? {})).toEqual(['Person', 'Address']);
  });

  it('is refused with more addresses than names', () => {
    const paths = Object.fromEntries(['/a', '/b', '/third'].map((path) => [path, { get: described() }]));
    expect(() => withNotes(documentWith(paths))).toThrow('GET /third has no name');
  });
});

describe('a document', () => {
  it('is refused when a route is not described', () => {
    const other = { get: { operationId: 'Routes_other', responses: {} } };
    expect(() => withNotes(documentWith({ '/other': other }))).toThrow('GET /other is not described');
  });

  it('is refused when two operations have one name', () => {
    const other = { get: { operationId: 'getPerson', responses: {} } };
    const paths = { '/other': other, '/people': { get: described() } };
    expect(() => withNotes(documentWith(paths))).toThrow('GET /people has the name of another operation');
  });

  it('is refused when a note removes a response that does not exist', () => {
    class Removing {
      @Describe('Read', { id: 'read', never: [503] })
      read(this: void): void {
        // Only its decorators matter.
      }
    }
    const more = Reflect.getMetadata('swagger/apiExtension', Removing.prototype.read) as object;
    const paths = { '/': { get: { responses: {}, ...more } } };
    expect(() => withNotes(documentWith(paths))).toThrow('GET / has no answer 503');
  });
});
