import assert from 'node:assert/strict';
import test from 'node:test';
import { keptDocument } from './clients.mjs';
import { exampleProblems, nameProblems, unnamedObjects } from './openapi-lint.mjs';
import { SERVICES } from './settings.mjs';

for (const { key, title } of SERVICES) {
  const document = JSON.parse(keptDocument(key));

  test(`every body and main answer of ${title} has an example that its schema allows`, () => {
    assert.deepEqual(exampleProblems(document), []);
  });

  test(`every operation of ${title} has a name that is good for a function`, () => {
    assert.deepEqual(nameProblems(document), []);
  });
}

test('an object with fields that is no schema of its own is reported by its place, but not a map of known names', () => {
  const inside = { type: 'object', properties: { a: { type: 'string' } } };
  const map = { ...inside, additionalProperties: false };
  const One = { type: 'object', properties: { inside: { type: 'array', items: inside }, map } };
  assert.deepEqual(unnamedObjects({ paths: {}, components: { schemas: { One } } }), [
    'One/properties/inside/items has no name',
  ]);
  const responses = { 200: { content: { 'application/json': { schema: inside, example: inside } } } };
  assert.deepEqual(unnamedObjects({ paths: { '/': { get: { responses } } } }), [
    'paths///get/responses/200/content/application/json/schema has no name',
  ]);
});

const documentOf = (operation) => ({ paths: { '/jobs': { post: { responses: {}, ...operation } } } });
const json = (example) => ({ 'application/json': { schema: { type: 'integer' }, ...example } });

test('missing and invalid examples are reported by their place', () => {
  const missing = documentOf({ requestBody: { content: json({}) } });
  assert.deepEqual(exampleProblems(missing), ['POST /jobs body has no example of application/json']);
  const untrue = documentOf({ responses: { 200: { content: json({ example: 'x' }) } } });
  assert.deepEqual(exampleProblems(untrue), [
    'POST /jobs 200, example of application/json: $ is no integer: "x"',
  ]);
  assert.deepEqual(nameProblems(documentOf({ operationId: 'JobsController_submit' })), [
    'POST /jobs is called JobsController_submit',
  ]);
});
