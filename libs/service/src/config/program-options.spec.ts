import { programOptions } from './program-options';

describe('the options of a program', () => {
  const shown: string[] = [];
  const show = (text: unknown): boolean => shown.push(String(text)) > 0;
  const read = (...args: string[]) => programOptions('Migrates.', { wait: 'waits' }, args);

  beforeEach(() => {
    shown.length = 0;
    jest.spyOn(process.stdout, 'write').mockImplementation(show);
    jest.spyOn(process.stderr, 'write').mockImplementation(show);
  });
  afterEach(() => {
    jest.restoreAllMocks();
    process.exitCode = undefined;
  });

  it('are the given ones', () => {
    expect(read()).toEqual(new Set());
    expect(read('--wait')).toEqual(new Set(['wait']));
    expect(shown).toEqual([]);
  });

  it.each([['--help'], ['--wait', '--help']])('end it with its usage for %s', (...args) => {
    expect(read(...args)).toBeUndefined();
    expect(shown.join('')).toMatch(/^Migrates\.\n\nOptions\n {2}--wait +waits\n/);
    expect(process.exitCode).toBeUndefined();
  });

  it.each([['--wiat'], ['wait'], ['--wait=1']])('end it with its usage and a failure for %s', (...args) => {
    expect(read(...args)).toBeUndefined();
    expect(shown.join('')).toContain('--wait');
    expect(process.exitCode).toBe(2);
  });
});
