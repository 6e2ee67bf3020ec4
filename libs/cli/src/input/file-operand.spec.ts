import { fileOf, optionalFileOf } from './file-operand.ts';

describe('[CLI-FILE-1] the file of a command', () => {
  it('is the argument or the option', () => {
    expect(fileOf('a.yaml', {})).toBe('a.yaml');
    expect(fileOf(undefined, { file: '-' })).toBe('-');
  });

  it('is one', () => {
    expect(() => fileOf('a.yaml', { file: 'b.yaml' })).toThrow('two files are given: a.yaml and b.yaml');
  });

  it('is required where no option replaces it', () => {
    expect(() => fileOf(undefined, {})).toThrow('no file is given');
    expect(optionalFileOf(undefined, {})).toBeUndefined();
  });
});
