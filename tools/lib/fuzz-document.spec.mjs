import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiDocument, faultsOf, violations } from '../fuzz/document.mjs';

const responses = {
  200: { content: { 'application/json': { schema: { type: 'object' } }, 'text/plain': {} } },
  204: {},
};
const answer = (status, type, text = '') => ({ status, type, text, isStream: false });

test('an empty response is a fault where JSON is documented, and so is an undocumented type', () => {
  const missing = ['200 without the documented body'];
  assert.deepEqual(faultsOf(answer(200, 'application/json'), responses, {}), missing);
  assert.deepEqual(faultsOf(answer(200, ''), responses, {}), missing);
});

test('an empty answer is none to HEAD, of a text, and where no body is documented', () => {
  assert.deepEqual(faultsOf(answer(200, 'application/json'), responses, {}, { isHead: true }), []);
  assert.deepEqual(faultsOf(answer(200, 'text/plain; charset=utf-8'), responses, {}), []);
  assert.deepEqual(faultsOf(answer(204, ''), responses, {}), []);
  assert.deepEqual(faultsOf({ ...answer(200, 'text/plain'), isStream: true }, responses, {}), []);
});

test('an object of any names is compared with a schema that has limits, also one that cannot become a text', () => {
  const value = JSON.parse('{"toString":{"valueOf":{}}}');
  const schema = { type: 'object', additionalProperties: { type: 'object', minimum: 0 } };
  assert.deepEqual(violations(value, schema, new ApiDocument({ paths: {} })), []);
});
