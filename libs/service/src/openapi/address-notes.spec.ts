import type { OpenAPIObject } from '@nestjs/swagger';
import { withAddresses, type AddressNote } from './address-notes';
import { jsonAnswer, schema } from './schema';

const PERSON = schema.named('Person', schema.object({ name: schema.text() }));
const ID = { description: 'Id.', schema: schema.text(), example: 'ann' };

const note: AddressNote = {
  id: 'getPerson',
  summary: 'One person',
  tag: 'People',
  parameters: { id: ID },
  headers: { 'Last-Event-ID': ID },
  answers: { 200: jsonAnswer(PERSON, { name: 'Ann' }) },
};

const documented = (path: string): OpenAPIObject =>
  withAddresses({ openapi: '3.0.0', info: { title: 't', version: '1' }, paths: {} }, { [path]: note });

it('describes an address that a wildcard reads, with its parameters, headers and the schemas of its answers', () => {
  const { paths, components } = documented('/people/{id};all');
  expect(paths['/people/{id};all']?.get).toMatchObject({
    operationId: 'getPerson',
    tags: ['People'],
    parameters: [
      { name: 'id', in: 'path', required: true },
      { name: 'Last-Event-ID', in: 'header', required: false },
    ],
    responses: { 200: { description: 'Done.' } },
  });
  expect(Object.keys(components?.schemas ?? {})).toEqual(['Person']);
});

it('refuses a template with a parameter that is not described', () => {
  expect(() => documented('/people/{id}/{part}')).toThrow('does not describe its parameter part');
});
