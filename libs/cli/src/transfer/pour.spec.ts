import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { pour } from './pour.ts';

const answer = (...chunks: string[]): IncomingMessage =>
  Object.assign(Readable.from(chunks.map((chunk) => Buffer.from(chunk))), {
    complete: true,
  }) as unknown as IncomingMessage;

describe('pour', () => {
  it('[CLI-CP-1] fails when the last bytes cannot be taken, as on a full disk', async () => {
    const full = (): Promise<void> => sleep(20).then(() => Promise.reject(new Error('ENOSPC')));
    await expect(pour(answer('one'), full)).rejects.toThrow('ENOSPC');
  });

  it('ends when the last bytes have been taken', async () => {
    const taken: string[] = [];
    await pour(answer('one', 'two'), (bytes) =>
      sleep(20).then(() => void taken.push(Buffer.from(bytes).toString())),
    );
    expect(taken).toEqual(['one', 'two']);
  });
});
