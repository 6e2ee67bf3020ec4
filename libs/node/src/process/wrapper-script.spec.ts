import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { quote, wrapperScript } from './wrapper-script';

const plan = {
  launchId: 'l',
  control: '/c',
  launch: '/l',
  directory: '/l/d',
  command: ['true'],
  environment: {},
};

describe('quote', () => {
  it('makes any text one word of the shell', () => {
    const text = fc.array(
      fc.string({ unit: 'binary' }).map((one) => one.replaceAll('\0', '')),
      {
        minLength: 1,
        maxLength: 20,
      },
    );
    fc.assert(
      fc.property(text, (words) => {
        const printed = execFileSync('sh', ['-c', `printf '%s\\0' ${words.map(quote).join(' ')}`]);
        expect(printed.toString()).toBe(words.map((word) => `${Buffer.from(word).toString()}\0`).join(''));
      }),
      { numRuns: 50 },
    );
  });
});

describe('wrapperScript', () => {
  it('is a script that the shell can read, with and without a guard', () => {
    const guard = { leaseFile: "/le'ase", leaseMs: 120_000, killGraceMs: 10_000 };
    for (const script of [wrapperScript(plan), wrapperScript({ ...plan, guard })])
      expect(execFileSync('sh', ['-n'], { input: script }).toString()).toBe('');
  });

  it('watches the lease only for workers', () => {
    expect(wrapperScript(plan)).not.toContain('lease-lost');
  });

  it.each([
    ['A=B', 'x'],
    ['', 'x'],
    ['-u', 'x'],
    ['NAME', 'a\0b'],
    ['NAME', 'x'.repeat(131_072)],
  ])('refuses the variable %j', (name, value) => {
    expect(() => wrapperScript({ ...plan, environment: { [name]: value } })).toThrow();
  });

  it('refuses arguments that cannot be passed to a process', () => {
    expect(() => wrapperScript({ ...plan, command: ['echo', 'a\0b'] })).toThrow('NUL');
    expect(() => wrapperScript({ ...plan, command: ['echo', 'x'.repeat(131_072)] })).toThrow('longer');
  });
});
