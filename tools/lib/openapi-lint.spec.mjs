import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { CLIENTS } from './clients.mjs';
import { olderRelease } from './openapi-lint.mjs';

const about = (description) => ({ info: { description } });

test('recognizes the document of an older release, which differs from the kept one', () => {
  assert.equal(olderRelease(about('Jobs. Release 3.2.'), about('Jobs.')), 'Release 3.2');
  assert.equal(olderRelease(about('Jobs.'), about('Jobs.')), undefined);
  assert.equal(olderRelease(about('Other. Release 3.2.'), about('Jobs.')), undefined);
  assert.equal(olderRelease(about('Jobs.'), {}), undefined);
});

/** Returns the paths of whole numbers without a maximum in what a request may contain. */
function unboundedIntegers(document) {
  const found = new Set();
  const seen = new Set();
  function visit(node, path) {
    if (typeof node !== 'object' || node === null || seen.has(node)) return;
    seen.add(node);
    if (typeof node.$ref === 'string') {
      const name = node.$ref.split('/').at(-1);
      visit(document.components.schemas[name], name);
    }
    const isBounded = 'maximum' in node || 'enum' in node || 'const' in node;
    if ([node.type].flat().includes('integer') && !isBounded) found.add(path);
    for (const [key, value] of Object.entries(node)) if (key !== 'example') visit(value, `${path}.${key}`);
  }
  for (const operations of Object.values(document.paths))
    for (const { operationId, requestBody } of Object.values(operations)) visit(requestBody, operationId);
  return [...found];
}

// Larger numbers than JavaScript represents exactly are refused, so a generated client must know the limit.
for (const { key, document } of CLIENTS)
  test(`whole numbers of requests have a maximum in the document of ${key}`, () => {
    assert.deepEqual(unboundedIntegers(JSON.parse(readFileSync(document, 'utf8'))), []);
  });
