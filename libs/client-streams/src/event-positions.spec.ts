import { EventPositions } from './event-positions.ts';

describe('positions in the output of workers', () => {
  it('report the events missing before an event, and those received before', () => {
    const positions = new EventPositions();
    expect(positions.isEmpty).toBe(true);
    expect(['a:5', 'b:1', 'a:6', 'a:9', 'a:9', 'a:2'].map((id) => positions.note(id))).toEqual([
      0,
      0,
      0,
      2,
      undefined,
      undefined,
    ]);
    expect([positions.isEmpty, String(positions)]).toEqual([false, 'a:9,b:1']);
  });

  it('name the workers that were heard last, as many as a request holds', () => {
    const positions = new EventPositions();
    for (let worker = 0; worker < 2000; worker += 1) positions.note(`stream-1-worker-0-${worker}:1`);
    expect(String(positions)).toMatch(/^stream-1-worker-0-1999:1,stream-1-worker-0-1998:1,/);
    expect(String(positions).length).toBeLessThanOrEqual(10_000);
  });
});
