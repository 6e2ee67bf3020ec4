import { LATE_MS, SLACK_MS, eventsOfChange, joinRanges } from './who-changed';

const MIN = 60_000;
const at = (...times: number[]) => times.map((time) => ({ time, json: `${time}` }));
const [after, moment] = [100 * MIN, 102 * MIN];
const coverage = { from: after - LATE_MS, to: moment + LATE_MS };
const change = { moment, after, coverage };

describe('eventsOfChange', () => {
  it('[V2-WHO-1] returns the events between the crawls, with a tolerance for clocks', () => {
    const fitting = [after - SLACK_MS, after + MIN, moment + SLACK_MS];
    const events = at(after - SLACK_MS - 1, ...fitting, moment + SLACK_MS + 1);
    expect(eventsOfChange(events, change)).toEqual(at(...fitting));
  });

  it('[V2-WHO-4] returns an empty list only where no event can be missing', () => {
    expect(eventsOfChange(at(after - LATE_MS - 1), change)).toEqual([]);
  });

  it.each([
    ['when the crawl before is unknown', { after: undefined }],
    ['where a missing event means nothing', { coverage: undefined }],
    ['when the trail is read since later', { coverage: { ...coverage, from: coverage.from + 1 } }],
    ['while events may come late', { coverage: { ...coverage, to: coverage.to - 1 } }],
  ])('[V2-WHO-4] is null %s', (_when, part) => {
    expect(eventsOfChange([], { ...change, ...part })).toBeNull();
  });

  it('[V2-WHO-4] is null when an event shortly before may have the effect', () => {
    expect(eventsOfChange(at(after - LATE_MS), change)).toBeNull();
  });

  it('[V2-WHO-4] returns what is known already', () => {
    const known = at(after + 1);
    expect(eventsOfChange(known, { ...change, coverage: undefined })).toEqual(known);
  });
});

describe('joinRanges', () => {
  it('joins near ranges', () => {
    const ranges = [
      { from: 30 * MIN, to: 40 * MIN },
      { from: 0, to: 10 * MIN },
      { from: 20 * MIN, to: 25 * MIN },
      { from: 100 * MIN, to: 200 * MIN },
    ];
    expect(joinRanges(ranges)).toEqual([
      { from: 0, to: 40 * MIN },
      { from: 100 * MIN, to: 200 * MIN },
    ]);
  });
});
