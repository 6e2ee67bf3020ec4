import { CliError, ExitCode } from '../failure/cli-error.ts';
import { lostConnection } from '../failure/request-failure.ts';
import { persistently } from './persist.ts';

/** Makes attempts that fail with these errors, one after the other, and then succeed. */
async function attempts(errors: readonly Error[], wasReached: boolean): Promise<string[]> {
  const told: string[] = [];
  const left = [...errors];
  const attempt = async (reached: () => void): Promise<void> => {
    const error = left.shift();
    if (error) return Promise.reject(error);
    reached();
  };
  const trouble = (error: Error | undefined): void => void told.push(error?.message ?? 'over');
  const persistence = { signal: new AbortController().signal, trouble, wasReached };
  await persistently(attempt, persistence).catch((error: Error) => told.push(`failed: ${error.message}`));
  return told;
}

const issuerIsAway = new CliError('cannot log in', ExitCode.Unreachable);

describe('[CLI-OUT-7] work that outlasts interruptions', () => {
  it('fails at once when the service was never reached', async () => {
    expect(await attempts([new Error('refused')], false)).toEqual(['failed: refused']);
  });

  it('is repeated after failures of connections, also of one to the issuer that renews a login', async () => {
    expect(await attempts([issuerIsAway, lostConnection('reset')], true)).toEqual(['cannot log in', 'over']);
  });

  it('ends with an answer that cannot change', async () => {
    const refusal = new CliError('the issuer refused', ExitCode.Refused);
    expect(await attempts([refusal], true)).toEqual(['failed: the issuer refused']);
  });

  it.each([
    ['an error that a client wraps', new Error('no answer', { cause: lostConnection('asleep') })],
    ['a body that ends early', Object.assign(new Error('e'), { code: 'ERR_STREAM_PREMATURE_CLOSE' })],
    ['an answer of a proxy that is not JSON', new SyntaxError('Unexpected token')],
  ])('is repeated after %s', async (_case, error) => {
    expect(await attempts([error], true)).toEqual([error.message, 'over']);
  });
});
