import { readableSize } from './output-listing';
import { contentTypeOf } from './content-type';
import { outputPath } from './output-path';

describe('[V3-OUT-21] the path of an output address', () => {
  it.each([
    ['/api/v3/jobs/x/output', []],
    ['/api/v3/jobs/x/output/', []],
    ['/api/v3/jobs/x/output?a=/b', []],
    ['/api/v3/jobs/x/output/a%20b//c/', ['a b', 'c']],
    ['/api/v3/jobs/x/output/jobs/y/output/z', ['jobs', 'y', 'output', 'z']],
    ['/api/v3/jobs/x/attempts/2/output', []],
    ['/api/v3/jobs/x/attempts/2/output/a/b', ['a', 'b']],
    ['/api/v3/jobs/x/output/attempts/2/output/a', ['attempts', '2', 'output', 'a']],
    ['/api/v3/jobs/x/output/a%252e', ['a%2e']],
    ['/api/v3/jobs/x/output/a%2Fb%2f', ['a', 'b']],
    ['/api/v3/jobs/x/output/a%252Fb', ['a%2Fb']],
  ])('reads the path from the output address %s', (url, path) => expect(outputPath(url)).toEqual(path));

  it.each(['../a', '%2e%2e/a', 'a/./b', '..%2Fb', 'a%2f%2e%2e', '%00', '%zz'])(
    'refuses the output path %s',
    (path) => {
      expect(outputPath(`/api/v3/jobs/x/output/${path}`)).toBeUndefined();
    },
  );
});

it.each([
  ['stdout', 'text/plain; charset=utf-8'],
  ['run', 'text/plain; charset=utf-8'],
  ['a.JSON', 'application/json; charset=utf-8'],
  ['a.unknown', 'text/plain; charset=utf-8'],
])('%s is %s', (name, type) => expect(contentTypeOf(name)).toBe(type));

it.each([
  [0, '0 bytes'],
  [1023, '1023 bytes'],
  [1536, '1.5 KB'],
  [5 * 2 ** 30, '5.0 GB'],
])('%i bytes are shown as %s', (bytes, text) => expect(readableSize(bytes)).toBe(text));
