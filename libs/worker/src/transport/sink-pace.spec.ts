import { sinkPace } from './sink-pace';

describe('how a sink writes to its clients', () => {
  const pace = (parameters: Record<string, string>) =>
    sinkPace(Object.entries(parameters).map(([name, value]) => ({ name: `svc.sse.${name}`, value })));

  it('is immediate and without a stall limit by default', () => {
    expect(pace({ bufferCapacity: '5', maxNotWritableTimeSec: '-1' })).toEqual({
      batch: undefined,
      stalledMs: undefined,
    });
  });

  it('is in batches of a given size or time, and disconnects stalled clients', () => {
    expect(pace({ maxChunkSize: '10' }).batch).toEqual({ events: 10, ms: 250 });
    expect(pace({ maxReadTimeMSec: '20' }).batch).toEqual({ events: 1000, ms: 20 });
    expect(pace({ maxNotWritableTimeSec: '3' }).stalledMs).toBe(3000);
  });
});
