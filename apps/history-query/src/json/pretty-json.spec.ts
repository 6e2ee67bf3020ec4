import fc from 'fast-check';
import { canonicalJson, datePaths, type Json } from './json';
import { prettyJson } from './pretty-json';

describe('prettyJson', () => {
  it('[V2-MOD-9] indents by two spaces, puts elements on lines of their own, shows times', () => {
    const dates = datePaths(['launchTime', 'disks.attached']);
    const document = {
      zones: ['a', 'b'],
      launchTime: 1791180000000,
      empty: {},
      none: [],
      disks: [{ attached: 0, size: 0 }],
    };
    expect(prettyJson(canonicalJson(document), dates)).toBe(
      [
        '{',
        '  "disks" : [',
        '    {',
        '      "attached" : "1970-01-01T00:00:00.000Z",',
        '      "size" : 0',
        '    }',
        '  ],',
        '  "empty" : { },',
        '  "launchTime" : "2026-10-05T06:00:00.000Z",',
        '  "none" : [ ],',
        '  "zones" : [',
        '    "a",',
        '    "b"',
        '  ]',
        '}',
      ].join('\n'),
    );
  });

  it('parses to the original', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const plain = JSON.parse(JSON.stringify(value)) as Json;
        expect(JSON.parse(prettyJson(canonicalJson(plain)))).toEqual(plain);
      }),
    );
  });

  it('leaves numbers other than times unchanged', () => {
    expect(prettyJson(canonicalJson({ t: 9e15 }), datePaths(['t']))).toBe('{\n  "t" : 9000000000000000\n}');
  });
});
