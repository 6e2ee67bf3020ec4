import { setTimeout as delay } from 'node:timers/promises';
import { ServerSilent, watched } from './watched';

const never = new Promise<never>(() => undefined);

describe('watched', () => {
  it('gives what work gives, and fails as it fails', async () => {
    await expect(watched(Promise.resolve(7), () => never)).resolves.toBe(7);
    await expect(watched(Promise.reject(new Error('wrong')), () => never)).rejects.toThrow('wrong');
  });

  it('waits for long work as long as the server answers', async () => {
    let asked = 0;
    const probe = (): Promise<void> => {
      asked++;
      return Promise.resolve();
    };
    await expect(watched(delay(2000, 'done'), probe)).resolves.toBe('done');
    expect(asked).toBe(2);
  });

  it.each([
    ['is silent', () => never],
    ['fails', () => Promise.reject(new Error('refused'))],
  ])('gives up within two seconds when the server %s', async (_how, probe) => {
    const started = performance.now();
    await expect(watched(never, probe)).rejects.toThrow(ServerSilent);
    expect(performance.now() - started).toBeLessThan(1900);
  });
});
