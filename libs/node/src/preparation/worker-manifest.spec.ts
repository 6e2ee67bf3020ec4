import { missingParameter, readManifest } from './worker-manifest';

const manifest = readManifest(
  JSON.stringify({
    command: ['node', 'job.js'],
    parameters: [
      { name: 'topic', required: true, type: 'string', description: 'what to read' },
      { name: 'rate', required: true, default: 0 },
      { name: 'filter', required: false },
    ],
  }),
);

describe('readManifest', () => {
  it('requires the parameters without a default', () => {
    expect(manifest).toEqual({ command: ['node', 'job.js'], needed: ['topic'] });
  });

  it.each([
    '{',
    '[]',
    'null',
    '{}',
    '{"command":[]}',
    '{"command":"node"}',
    '{"command":["a"],"parameters":[{}]}',
  ])('refuses the manifest %s', (text) => {
    expect(() => readManifest(text)).toThrow(/^worker\.json: /);
  });
});

describe('missingParameter', () => {
  it.each([
    ['[{"name":"topic","value":"a"}]', undefined],
    ['[{"name":"rate","value":"1"}]', 'topic'],
    ['[]', 'topic'],
    [undefined, 'topic'],
    ['no JSON', 'topic'],
  ])('names the missing parameter of %s', (given, missing) => {
    expect(missingParameter(manifest, given)).toBe(missing);
  });
});
