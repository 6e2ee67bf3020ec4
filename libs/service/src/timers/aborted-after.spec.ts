import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { abortedAfter } from './aborted-after';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

describe('a signal with a time limit', () => {
  it('aborts after the time, also when nothing else refers to the limit', async () => {
    const signal = abortedAfter(300, new AbortController().signal);
    for (let count = 0; count < 4; count++) {
      await delay(25);
      collectGarbage();
    }
    await delay(500);
    expect(signal.reason).toMatchObject({ name: 'TimeoutError' });
  });

  it('aborts earlier with one of the given signals', () => {
    const given = new AbortController();
    const signal = abortedAfter(60_000, given.signal);
    given.abort('reason');
    expect(signal.reason).toBe('reason');
  });
});
