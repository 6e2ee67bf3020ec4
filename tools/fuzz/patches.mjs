/** Hostile JSON Patches (RFC 6902): pointers that no document has, values that grow, operations without their members. */
import { weighted } from './arbitraries.mjs';
import { HOSTILE_VALUES } from './hostile.mjs';

/** Fields of resources: texts, lists, free-form data, and fields that only responses have. */
const PLACES = [
  ...['', '/', '/name', '/description', '/status', '/id', '/created', '/_links', '/nothing'],
  ...['/tags', '/tags/-', '/tags/0', '/configs', '/configs/-', '/metadata', '/metadata/a', '/metadata/a/b'],
  ...['/clusterCriteria/0/tags', '/executable/0', '/runtime/resources', '/request/tags/-'],
];

/** Ends of paths: escapes, indexes and names that reach a prototype or that no list has. */
const ENDINGS = [
  ...['/~2', '/~', '/~01', '/~1', '~', '//', '/ ', '/%2f', '/\u0000', '/😀', `/${'x'.repeat(5000)}`],
  ...['/-', '/-1', '/01', '/1e0', '/+1', '/ 1', '/4294967296', '/9007199254740993', '/NaN', '/length'],
  ...['/__proto__', '/constructor', '/constructor/prototype', '/toString', '/hasOwnProperty'],
  '/a'.repeat(200),
];

const OPERATIONS = ['add', 'remove', 'replace', 'copy', 'move', 'test'];
const WRONG_OPERATIONS = ['ADD', 'patch', '', null, 1, ['add'], { op: 'add' }, '__proto__', 'constructor'];

export function hostilePatches(fc, arbitraries) {
  const place = fc.constantFrom(...PLACES);
  const pointer = weighted(
    fc,
    [5, place],
    [3, fc.tuple(place, fc.constantFrom(...ENDINGS)).map((parts) => parts.join(''))],
    [1, arbitraries.hostileText()],
    [1, fc.constantFrom(null, 0, ['/name'], {}, 'name', '#/name')],
  );
  const op = weighted(fc, [9, fc.constantFrom(...OPERATIONS)], [1, fc.constantFrom(...WRONG_OPERATIONS)]);
  const value = weighted(
    fc,
    [8, arbitraries.hostileValue()],
    [1, fc.constantFrom(nested(90), nested(98), nested(99))],
  );
  const members = fc.record({ op, path: pointer, from: pointer, value }, { requiredKeys: [] });
  const complete = fc.record({ op, path: pointer, from: pointer, value });
  const intoItself = fc
    .constantFrom('move', 'copy')
    .chain((one) => place.map((from) => ({ op: one, from, path: `${from}/a` })));
  const operation = weighted(
    fc,
    [6, complete],
    [2, members],
    [1, intoItself],
    [1, fc.constantFrom(...HOSTILE_VALUES)],
  );
  return weighted(
    fc,
    [12, fc.array(operation, { minLength: 1, maxLength: 6 })],
    [1, fc.constantFrom(...LONG_PATCHES)],
  );
}

const times = (count, make) => Array.from({ length: count }, (_, i) => make(i));

/** A value of so many levels. */
function nested(levels) {
  let value = {};
  for (let level = 1; level < levels; level++) value = { a: value };
  return value;
}

const LARGE = Object.fromEntries(times(20_000, (i) => [`k${i}`, i]));
const LONG_LIST = times(100_000, () => 0);

/** As many operations as are allowed, each of which costs much or makes the document larger or deeper. */
const LONG_PATCHES = [
  // A document that doubles, and one that becomes deeper than any body.
  [{ op: 'add', path: '/metadata', value: { a: [1] } }, ...times(999, grow)],
  times(900, () => ({ op: 'copy', from: '/metadata', path: '/metadata/a' })),
  times(600, () => ({ op: 'copy', from: '', path: '/metadata' })),
  [{ op: 'add', path: '/metadata', value: { deep: 1 } }, ...times(600, deepen)],
  // Large values that are compared, moved and shifted.
  [
    { op: 'add', path: '/metadata', value: { large: LARGE } },
    ...times(900, (i) => ({ op: 'test', path: `/metadata/large/k${i}`, value: i })),
  ],
  [
    { op: 'add', path: '/metadata', value: { list: LONG_LIST } },
    ...times(450, () => ({ op: 'add', path: '/metadata/list/0', value: 1 })),
    ...times(450, () => ({ op: 'remove', path: '/metadata/list/0' })),
  ],
  [
    { op: 'add', path: '/metadata', value: { a: LARGE } },
    ...times(998, (i) => ({
      op: 'move',
      from: `/metadata/${'ab'[i % 2]}`,
      path: `/metadata/${'ba'[i % 2]}`,
    })),
    { op: 'test', path: '/metadata', value: { a: LARGE } },
  ],
];

function grow(i) {
  return { op: 'copy', from: '/metadata/a', path: `/metadata/${i % 2 ? 'a/-' : `b${i}`}` };
}

/** Every three operations put what the ones before made into the innermost place of a new value. */
function deepen(i) {
  const levels = 90;
  const outer = '/metadata/outer';
  return [
    { op: 'add', path: outer, value: nested(levels) },
    { op: 'move', from: '/metadata/deep', path: `${outer}${'/a'.repeat(levels - 1)}/deep` },
    { op: 'move', from: outer, path: '/metadata/deep' },
  ][i % 3];
}

const operationsOf = (count, text) => `[${times(count, () => text).join()}]`;

/** Patches of up to 1 MiB that only a text can be. */
export const PATCH_TEXTS = [
  operationsOf(100_000, '{}'),
  operationsOf(38_000, '{"op":"remove","path":""}'),
  operationsOf(250_000, '[]'),
  operationsOf(1000, `{"op":"test","path":"/${'~0'.repeat(480)}","value":1}`),
  operationsOf(1000, `{"op":"add","path":"${'/a'.repeat(480)}","value":1}`),
  // Of members with one name, the last one counts.
  '[{"op":"test","op":"remove","path":"/nothing","path":"/description"}]',
  '[{"op":"replace","path":"/description","value":1,"value":"x"}]',
  '[{"op":"add","path":"/metadata","value":{"__proto__":{"polluted":true}}}]',
  '[{"__proto__":{"op":"remove","path":""}}]',
  '[{"op":"add","path":"/metadata","value":{"a":"\\ud800"}}]',
  '[{"op":"add","path":"/metadata/\\udfff","value":1}]',
  '[{"op":"add","path":"/metadata","value":1e400}]',
  '{"op":"remove","path":"/description"}',
];
