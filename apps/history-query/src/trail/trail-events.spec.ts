import { canonicalJson, type Json } from '../json/json';
import { OPEN_END, Revision } from '../revisions/revision';
import { runToEnd } from '../time-slices/time-slices';
import { TrailEvents } from './trail-events';

const event = (id: string, ctime: number, data: Json): Revision =>
  new Revision(id, { ctime, ftime: 9, stime: 9, ltime: OPEN_END, mtime: 9 }, canonicalJson(data), '{}');

const found = (ids: string[], revisions: Revision[], source?: string): Record<string, number[]> => {
  const events = new TrailEvents(new Set(ids), source);
  runToEnd(events.add(revisions));
  return Object.fromEntries([...events.byId()].map(([id, all]) => [id, all.map(({ time }) => time)]));
};

describe('TrailEvents', () => {
  it.each<[string, Json]>([
    ['as the name of a resource', { resources: [{ resourceName: 'sg-1' }] }],
    ['in the parameters', { requestParameters: { items: [{ groupId: 'sg-1' }] } }],
    [
      'at the end of an ARN',
      { resources: [{ resourceName: 'arn:aws:ec2:eu-west-1:1:security-group/sg-1' }] },
    ],
    ['after the last colon of an ARN', { resources: [{ resourceName: 'arn:aws:s3:::sg-1' }] }],
  ])('[V2-WHO-3] finds an id %s', (_where, data) => {
    expect(found(['sg-1'], [event('e', 5, data)])).toEqual({ 'sg-1': [5] });
  });

  it.each<[string, Json]>([
    ['another id that contains it', { resources: [{ resourceName: 'sg-12' }] }],
    ['a path that contains it', { resources: [{ resourceName: 'arn:aws:ec2:sg-1/rule' }] }],
    ['another field', { userAgent: 'sg-1' }],
    ['a failed call', { errorCode: 'AccessDenied', resources: [{ resourceName: 'sg-1' }] }],
  ])('[V2-WHO-3] ignores %s', (_what, data) => {
    expect(found(['sg-1'], [event('e', 5, data)])).toEqual({});
  });

  it('[V2-WHO-3] ignores events of other services of the provider', () => {
    const of = (eventSource: string): Json => ({ eventSource, resources: [{ resourceName: 'web' }] });
    const events = [event('e', 1, of('ec2.amazonaws.com')), event('f', 2, of('iam.amazonaws.com'))];
    expect(found(['web'], events, 'iam.amazonaws.com')).toEqual({ web: [2] });
    expect(found(['web'], events)).toEqual({ web: [1, 2] });
  });

  it('[V2-WHO-1] has each event once, oldest first, for every document that it names', () => {
    const both = { resources: [{ resourceName: 'a' }, { resourceName: 'b' }] };
    const events = [event('late', 7, both), event('early', 3, both), event('late', 7, both)];
    expect(found(['a', 'b'], events)).toEqual({ a: [3, 7], b: [3, 7] });
  });
});
