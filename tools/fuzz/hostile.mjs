/** Values that break programs, sent in place of any value. They are harmless when a shell executes them. */

export const HOSTILE_TEXTS = [
  // White space, and characters that terminate or hide a text.
  ...['', ' ', '\t\r\n', '%00', 'a\u0000b', 'a\r\nX-Injected: yes', 'a\u2028b\u2029c', '\u202eabc'],
  ...['e\u0301'.repeat(50), '😀'.repeat(70)],
  // Paths and addresses.
  ...['..', '../../../../../../etc/hostname', '..\\..\\windows', '%2e%2e%2f%2e%2e%2f', '/etc/hostname'],
  ...['file:///etc/hostname', 'http://127.0.0.1:9/', 'http://[::ffff:127.0.0.1]:9/', 'javascript:alert(1)'],
  // SQL, HTML, templates, shells.
  ...["' OR '1'='1", "'; SELECT SLEEP(9); -- ", '" OR ""="', '\\', '%', '%_%'],
  ...['<script>alert(1)</script>', '{{7*7}}${7*7}', '$(true)`true`'],
  // Reserved names and special numbers of languages.
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'null', 'undefined', 'NaN', '0x10', '1e309'],
  ...['-1', '9007199254740993', '18446744073709551616', '2147483648', '1970-01-01T00:00:00Z'],
  // Regular expressions and punctuation.
  ...['(a+)+$', '^(([a-z])+.)+[A-Z]([a-z])+$', '((((((((((', '[', '*', '?', ';', ':', ',,,,'],
  'a{0,1000}'.repeat(200),
  // Lengths just above usual limits.
  ...['x'.repeat(256), 'x'.repeat(2049), 'é'.repeat(1025), `${'a'.repeat(4000)}!`],
];

export const HOSTILE_VALUES = [
  ...[null, true, false, 0, -0, -1, 1.5, 1e308, -1e308, 2 ** 31, 2 ** 53, 2 ** 64],
  ...[[], {}, [null], [[]], [{}], { a: { b: { c: null } } }, [1, 'a', null, {}]],
  // Properties that code calls or reads on any object.
  ...[{ length: 3 }, { then: 'x' }, { toString: 'x', valueOf: 1 }, { constructor: 1 }],
  ...[{ constructor: { prototype: { polluted: true } } }, [{ constructor: 'x', hasOwnProperty: 1 }]],
  { prototype: null, __defineGetter__: 'x', length: -1 },
  Array.from({ length: 300 }, (_, i) => i),
];

/** Bodies that are not JSON, or JSON that breaks parsers. */
export const BROKEN_BODIES = [
  ...['', ' ', '{', '}', '[', '{"a":}', '{"a":1,}', '{"a":1}{"b":2}', "{'a':1}", '<a/>', 'a=1&b=2'],
  ...['undefined', 'NaN', 'nul', '"', '"\\ud8"', '\u0000', '\ufeff{}', '{"a":[1e400]}'],
  ...['{"__proto__":{"polluted":true}}', '{"\\u005f_proto__":{"polluted":true}}'],
  '{"constructor":{"prototype":{"polluted":true}}}',
  ...['"\\ud800"', '{"id":"\\udfff\\ud800"}', '{"\\ud800":1}', '{"email":"\\ud800@example.org"}'],
  `${'['.repeat(5000)}${']'.repeat(5000)}`,
  `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`,
  `{"a":${'9'.repeat(1000)}}`,
];

/** As many fields as a body of 1 MiB can have: reading them must take linear time. */
export const MANY_FIELDS = Object.fromEntries(
  Array.from({ length: 100_000 }, (_, i) => [(i + 36 ** 3).toString(36), 0]),
);

/** JSON that matches no schema of the documents. */
export const STRANGE_BODIES = 'null true 0 "text" [] {} [null] [[]] [{}] [1,2] {"":""}'.split(' ');

export const WRONG_TYPES = [
  ...['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'multipart/form-data'],
  ...['multipart/form-data; boundary=x', 'application/json; charset=utf-16', 'application/octet-stream'],
  'nonsense',
];
