import { JobStatus } from '../jobs/job-status';
import { framesSince, readLastEventId } from './status-frames';

const history = [JobStatus.Accepted, JobStatus.Claimed, JobStatus.Init, JobStatus.Running].map(
  (status, index) => ({
    status,
    statusMsg: null,
    at: index * 1000,
  }),
);
const brief = (frames: string[]): string[] =>
  frames.map((frame) => frame.replace(/^id: (\d+)\ndata: \{"status":"(\w+)".*\n\n$/, '$1 $2'));

describe('the events of a job', () => {
  it('begin with the state that it is in', () => {
    expect(framesSince(history, undefined, '4.3')).toEqual([
      'id: 4\ndata: {"status":"RUNNING","statusMsg":null,"time":"1970-01-01T00:00:03.000Z"}\n\n',
    ]);
  });

  it('go on after the last that was seen', () => {
    expect(brief(framesSince(history, 2, '4.3'))).toEqual(['3 INIT', '4 RUNNING']);
    expect(framesSince(history, 4, '4.3')).toEqual([]);
  });

  it('[V3-JOB-26] begin with the first state after 0', () => {
    expect(brief(framesSince(history, 0, '4.3'))).toEqual(['1 ACCEPTED', '2 CLAIMED', '3 INIT', '4 RUNNING']);
  });

  it('hide changes that the release does not know', () => {
    expect(brief(framesSince(history, 1, '3.2'))).toEqual(['4 RUNNING']);
    expect(brief(framesSince(history.slice(0, 3), undefined, '3.2'))).toEqual(['3 INIT']);
    expect(framesSince(history.slice(0, 3), 2, '3.2')).toEqual([]);
  });
});

it.each([
  ['2', 2],
  [' 4 ', 4],
  ['0', 0],
  ['5', undefined],
  ['x', undefined],
  [undefined, undefined],
])('reads %j as the id %j', (header, id) => expect(readLastEventId(header, history)).toBe(id));
