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

  it('refuses copies of copies before they eat the memory', () => {
    const bomb = Array.from({ length: 40 }, (_, i) => ({ op: 'copy', from: '', path: `/metadata/b${i}` }));
    const begun = process.cpuUsage();
    expect(kindOf(bomb)).toBe(ErrorKind.Malformed);
    expect(process.cpuUsage(begun).user).toBeLessThan(1_000_000);
  });
});
