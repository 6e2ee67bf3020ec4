import { ErrorKind, ServiceError } from '@portolan/service';
import { applyJsonPatch } from './json-patch';

const document = { name: 'a', tags: ['x'], metadata: { deep: 'y'.repeat(500) } };

function kindOf(patch: unknown): string {
  try {
    applyJsonPatch(document, patch);
  } catch (error) {
    if (error instanceof ServiceError) return error.kind;
    throw error;
  }
  return 'applied';
}

describe('applyJsonPatch', () => {
  it('applies to a copy', () => {
    const patch = [
      { op: 'replace', path: '/name', value: 'b' },
      { op: 'add', path: '/tags/-', value: 'z' },
      { op: 'test', path: '/name', value: 'b' },
    ];
    expect(applyJsonPatch(document, patch)).toEqual({ ...document, name: 'b', tags: ['x', 'z'] });
    expect(document.name).toBe('a');
  });

  it.each([
    [{ op: 'test', path: '/name', value: 'other' }, ErrorKind.WrongState],
    [{ op: 'remove', path: '/nothing' }, ErrorKind.Malformed],
    [{ op: 'replace', path: '/a/b/c', value: 1 }, ErrorKind.Malformed],
    [{ op: 'add', path: '/__proto__/x', value: 1 }, ErrorKind.Malformed],
    [{ op: 'move', from: '/tags', path: '/tags/0' }, ErrorKind.Malformed],
    [{ op: 'copy', from: '/none', path: '/b' }, ErrorKind.Malformed],
    [{ op: '_get', path: '/name' }, ErrorKind.Malformed],
    [{ op: 'add', path: '/name' }, ErrorKind.Malformed],
    [{ path: '/name' }, ErrorKind.Malformed],
    [null, ErrorKind.Malformed],
  ])('%j is refused as %s', (operation, kind) => {
    expect(kindOf([operation])).toBe(kind);
  });

  it.each(['/__proto__/x', '/metadata/__proto__'])(
    'names the fault of the path %s in plain words',
    (path) => {
      expect(() => applyJsonPatch(document, [{ op: 'add', path, value: 1 }])).toThrow(
        /^the patch cannot be applied: \[0\]: no path may lead to a prototype$/,
      );
    },
  );

  it('refuses a value that is not an array', () => {
    expect(kindOf({ op: 'remove', path: '/name' })).toBe(ErrorKind.Malformed);
  });

  it.each<[string, object, object[], unknown]>([
    ['adds to the whole', { a: 1 }, [{ op: 'add', path: '', value: { b: 2 } }], { b: 2 }],
    ['inserts into a list', { a: [1, 3] }, [{ op: 'add', path: '/a/1', value: 2 }], { a: [1, 2, 3] }],
    ['replaces an entry', { a: [1, 2] }, [{ op: 'replace', path: '/a/0', value: null }], { a: [null, 2] }],
    ['removes an entry', { a: [1, 2] }, [{ op: 'remove', path: '/a/0' }], { a: [2] }],
    [
      'moves between lists',
      { a: [1], b: [2] },
      [{ op: 'move', from: '/a/0', path: '/b/-' }],
      { a: [], b: [2, 1] },
    ],
    ['moves over a field', { a: 1, b: 2 }, [{ op: 'move', from: '/a', path: '/b' }], { b: 1 }],
    ['moves to the same place', { a: { b: 1 } }, [{ op: 'move', from: '/a', path: '/a' }], { a: { b: 1 } }],
    [
      'reads escapes',
      { 'a/b': 1, 'c~': 2, '~1': 3 },
      [
        { op: 'remove', path: '/a~1b' },
        { op: 'remove', path: '/c~0' },
        { op: 'add', path: '/€~01~1', value: 4 },
      ],
      { '~1': 3, '€~1/': 4 },
    ],
    ['takes an empty name', { '': 1 }, [{ op: 'replace', path: '/', value: 2 }], { '': 2 }],
    [
      'takes names of other objects',
      {},
      [{ op: 'add', path: '/constructor', value: { prototype: 1 } }],
      { constructor: { prototype: 1 } },
    ],
    [
      'compares without order',
      { a: { x: [1, {}], y: 0 } },
      [{ op: 'test', path: '/a', value: { y: 0, x: [1, {}] } }],
      { a: { x: [1, {}], y: 0 } },
    ],
  ])('%s', (_what, before, patch, after) => {
    expect(applyJsonPatch(before, patch)).toEqual(after);
  });

  it('copies a value, not its place', () => {
    const patch = [
      { op: 'copy', from: '/a', path: '/b' },
      { op: 'add', path: '/b/x', value: 2 },
    ];
    expect(applyJsonPatch({ a: { x: 1 } }, patch)).toEqual({ a: { x: 1 }, b: { x: 2 } });
  });

  it.each([
    [{ op: 'copy', from: '/metadata/toString', path: '/x' }, '[0]: there is no "/metadata/toString"'],
    [{ op: 'remove', path: '/constructor' }, '[0]: there is no "/constructor"'],
    [
      { op: 'add', path: '/metadata/constructor/prototype/x', value: 1 },
      '[0]: there is no "/metadata/constructor"',
    ],
    [{ op: 'replace', path: '/tags/length', value: 0 }, '[0]: there is no "/tags/length"'],
    [{ op: 'add', path: '/tags/3', value: 0 }, '[0]: "3" is not an index of a list of 1 entries'],
    [{ op: 'add', path: '/tags/01', value: 0 }, '[0]: "01" is not an index of a list of 1 entries'],
    [{ op: 'remove', path: 'name' }, '[0]: a path begins with /, but not "name"'],
    [{ op: 'remove', path: '/a~2' }, '[0]: "/a~2" must escape ~ as ~0'],
    [{ op: 'remove', path: '/a/b~' }, '[0]: "/a/b~" must escape ~ as ~0'],
    [{ op: 'remove', path: `/${'~1'.repeat(60)}` }, `[0]: there is no "/${'~1'.repeat(49)}~..."`],
    [{ op: 'add', path: '/x'.repeat(101), value: 0 }, '[0]: a path has at most 100 names'],
    [{ op: 'move', from: '/metadata', path: '/metadata/x' }, '[0]: a value cannot be moved into itself'],
  ])('%j is refused with its reason', (operation, reason) => {
    expect(() => applyJsonPatch(document, [operation])).toThrow(`the patch cannot be applied: ${reason}`);
  });

  it.each([
    [{ op: 'add', path: '/x' }, '[0].value is required'],
    [{ op: 'remove' }, '[0].path is required'],
    [{ op: 'remove', path: 1 }, '[0].path must be a string'],
    [{ op: 'copy', path: '/x' }, '[0].from is required'],
    [{ op: 'move', from: null, path: '/x' }, '[0].from must be a string'],
  ])('%j is refused by the name of its member', (operation, reason) => {
    expect(() => applyJsonPatch(document, [operation])).toThrow(reason);
  });

  it.each(['equal', 'other'])('a test against an %s value needs all of it', (which) => {
    const of = { a: [1, { b: null }] };
    const value = which === 'equal' ? of : { a: [1, { b: null, c: 1 }] };
    const test = () => applyJsonPatch(of, [{ op: 'test', path: '', value }]);
    if (which === 'equal') expect(test()).toEqual(of);
    else expect(test).toThrow('the patch does not apply: [0]: the value at "" differs from that of the test');
  });

  it('refuses copies of copies before they eat the memory', () => {
    const bomb = Array.from({ length: 40 }, (_, i) => ({ op: 'copy', from: '', path: `/metadata/b${i}` }));
    const begun = process.cpuUsage();
    expect(kindOf(bomb)).toBe(ErrorKind.Malformed);
    expect(process.cpuUsage(begun).user).toBeLessThan(1_000_000);
  });

  describe('keeps the limits of a body', () => {
    const nested = (levels: number): unknown => (levels === 0 ? 1 : { d: nested(levels - 1) });

    it('in depth, whichever operation nests', () => {
      const deep = { a: nested(90), b: nested(90) };
      const inside = `/b${'/d'.repeat(90)}`;
      for (const op of ['copy', 'move'])
        expect(() => applyJsonPatch(deep, [{ op, from: '/a', path: inside }])).toThrow(
          'the patch cannot be applied: the document becomes nested too deeply: at most 100 levels are allowed',
        );
      expect(() => applyJsonPatch(deep, [{ op: 'add', path: inside, value: nested(20) }])).toThrow(
        /too deeply/,
      );
    });

    it('in depth, by copies that would exhaust the stack', () => {
      const chain = (at: number) => [
        { op: 'move', from: '/a', path: `/b${at}/d` },
        { op: 'move', from: `/b${at}`, path: '/a' },
      ];
      const parts = Array.from({ length: 400 }, (_, i) => [`b${i}`, { d: 1 }] as const);
      const patch = parts.flatMap((_, i) => chain(i));
      expect(() => applyJsonPatch({ a: {}, ...Object.fromEntries(parts) }, patch)).toThrow(/too deeply/);
    });

    it('in size, but lets a large document shrink', () => {
      const large = { a: 'x'.repeat(1 << 20), b: 'y'.repeat(10_000) };
      expect(applyJsonPatch(large, [{ op: 'remove', path: '/b' }])).toEqual({ a: large.a });
      expect(() => applyJsonPatch(large, [{ op: 'add', path: '/c', value: '' }])).toThrow(
        'the patch cannot be applied: the document becomes too large',
      );
    });
  });

  it.each<[string, (i: number) => object]>([
    ['moves of a large value', () => ({ op: 'move', from: '/many', path: '/many' })],
    [
      'moves back and forth',
      (i) => ({ op: 'move', from: i % 2 ? '/x' : '/many', path: i % 2 ? '/many' : '/x' }),
    ],
    ['additions to a large value', (i) => ({ op: 'add', path: `/many/x${i}`, value: i })],
    ['insertions at the front of a long list', () => ({ op: 'add', path: '/list/0', value: 1 })],
    ['removals at the front of a long list', () => ({ op: 'remove', path: '/list/0' })],
  ])('applies 1000 %s without copying it each time', (_what, operation) => {
    const many = Object.fromEntries(Array.from({ length: 60_000 }, (_, i) => [`k${i}`, 0]));
    const large = { many, list: Array.from({ length: 100_000 }, () => 0) };
    const begun = process.cpuUsage();
    applyJsonPatch(
      large,
      Array.from({ length: 1000 }, (_, i) => operation(i)),
    );
    // Copying it once takes 20 ms.
    expect(process.cpuUsage(begun).user).toBeLessThan(1_000_000);
  });

  it.each(['remove', 'test'])('%s: reads and quotes long paths of escapes without delay', (op) => {
    const operation = { op, path: `/${'~1'.repeat(1 << 19)}`, value: 1 };
    const rounds = Array.from({ length: 20 }, () => {
      const begun = process.cpuUsage();
      expect(() => applyJsonPatch({}, [operation])).toThrow(
        /^the patch cannot be applied: \[0\]: there is no ".{100}\.\.\."$/,
      );
      return process.cpuUsage(begun).user;
    });
    // Replacing each escape twice takes 35 ms, reading them 4 ms; the first rounds take longer than the others.
    expect(Math.min(...rounds)).toBeLessThan(20_000);
  });
});
