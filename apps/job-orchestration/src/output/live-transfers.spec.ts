import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import type { JobOrchestrationConfig } from '../config/job-orchestration-config';
import { LiveTransfersService } from './live-transfers.service';

const transfersWith = (limit: number, stallMs: number): LiveTransfersService =>
  new LiveTransfersService({
    LIVE_TRANSFERS_LIMIT: limit,
    LIVE_TRANSFER_STALL_MS: stallMs,
  } as JobOrchestrationConfig);

describe('transfers from nodes', () => {
  it('[V3-OUT-5] are so many at the most, and make room when they are read or given up', async () => {
    const transfers = transfersWith(2, 60_000);
    const [first, second] = [new PassThrough(), new PassThrough()];
    const read = transfers.begin(first);
    const left = transfers.begin(second);
    const third = Readable.from(['x']);
    expect(() => transfers.begin(third)).toThrow('too many transfers');
    expect(third.destroyed).toBe(true);
    first.end('abc');
    expect((await buffer(read)).toString()).toBe('abc');
    left.destroy();
    await delay(10);
    expect(second.destroyed).toBe(true);
    for (const body of [transfers.begin(Readable.from(['x'])), transfers.begin(Readable.from(['x']))]) {
      expect(await buffer(body)).toHaveLength(1);
    }
  });

  it('[V3-OUT-5] are aborted when they stall, and only then', async () => {
    const transfers = transfersWith(2, 600);
    const [still, moving] = [new PassThrough(), new PassThrough()];
    const broken = buffer(transfers.begin(still)).then(
      () => 'whole',
      (error: Error) => error.message,
    );
    const whole = buffer(transfers.begin(moving));
    for (let count = 0; count < 8; count++) {
      moving.write('x');
      await delay(100); // longer in total than one stall may last
    }
    moving.end();
    expect(await broken).toBe('nothing was transferred for 600 ms');
    expect(still.destroyed).toBe(true);
    expect(await whole).toHaveLength(8);
  });
});
