import { LATE_MS, eventsOfChange, joinRanges } from './who-changed';

const at = (...times: number[]) => times.map((time) => ({ time, json: `${time}` }));
const change = { moment: 200, after: 100, trailFrom: 50, trailTo: 200 + LATE_MS };

describe('eventsOfChange', () => {
  it('[V2-WHO-1] returns the events between the crawls, both ends included', () => {
    expect(eventsOfChange(at(99, 100, 150, 200, 201), change)).toEqual(at(100, 150, 200));
  });

  it('[V2-WHO-4] returns an empty list only where no event can be missing', () => {
    expect(eventsOfChange(at(99), change)).toEqual([]);
  });

  it.each([
    ['when the crawl before is unknown', { after: undefined }],
    ['when the trail is not read', { trailFrom: undefined }],
    ['when the trail is read since later', { trailFrom: 101 }],
    ['while events may come late', { trailTo: 199 + LATE_MS }],
  ])('[V2-WHO-4] is null %s', (_when, part) => {
    expect(eventsOfChange([], { ...change, ...part })).toBeNull();
  });

  it('[V2-WHO-4] returns what is known already', () => {
    expect(eventsOfChange(at(150), { ...change, trailFrom: 120, trailTo: 0 })).toEqual(at(150));
  });
});

describe('joinRanges', () => {
  it('joins near ranges, but not into long ones', () => {
    const ranges = [
      { from: 30, to: 40 },
      { from: 0, to: 10 },
      { from: 15, to: 20 },
      { from: 100, to: 200 },
    ];
    expect(joinRanges(ranges, 10, 50)).toEqual([
      { from: 0, to: 40 },
      { from: 100, to: 200 },
    ]);
    expect(joinRanges(ranges, 10, 20)).toHaveLength(3);
  });
});
