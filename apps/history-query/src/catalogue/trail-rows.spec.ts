import { parseAddress } from '../address/parse-address';
import { Collections } from '../collections/collections';
import { listedFrom } from '../sources/aws/aws.gateway';
import { collectionsOf } from './collection-catalogue';
import { trailDocument } from './trail-rows';

const DAY = 24 * 3_600_000;

describe('the trail of an account', () => {
  it('[V2-WHO-6] keeps who called, from where and with what, and no answer', () => {
    const record = {
      awsRegion: 'eu-west-1',
      errorCode: null,
      requestParameters: { groupId: 'sg-1' },
      responseElements: { credentials: { sessionToken: 'hush' } },
      sourceIPAddress: '192.0.2.1',
      userAgent: 'console',
      userIdentity: { arn: 'arn:aws:sts::1:assumed-role/operations/console' },
    };
    const listed = { eventId: 'e', username: 'console', cloudTrailEvent: JSON.stringify(record) };
    expect(trailDocument(listed, {})).toEqual({
      eventId: 'e',
      username: 'console',
      awsRegion: 'eu-west-1',
      requestParameters: { groupId: 'sg-1' },
      sourceIPAddress: '192.0.2.1',
      userAgent: 'console',
      userArn: 'arn:aws:sts::1:assumed-role/operations/console',
    });
  });

  it('[V2-WHO-6] keeps an event whose record is unreadable', () => {
    expect(trailDocument({ eventId: 'e', cloudTrailEvent: '{' }, {})).toEqual({ eventId: 'e' });
  });

  it('[V2-WHO-6] is read for the last hour, after a pause from an hour before the last crawl on, at most 90 days', () => {
    const now = 100 * DAY;
    const hour = DAY / 24;
    expect(listedFrom(hour, 0, now)).toBe(now - hour);
    expect(listedFrom(hour, now - 60_000, now)).toBe(now - 60_000 - hour);
    expect(listedFrom(hour, now - DAY, now)).toBe(now - DAY - hour);
    expect(listedFrom(hour, DAY, now)).toBe(now - 90 * DAY);
  });

  it('[V2-WHO-6] is one trail in the region of global services', () => {
    const names = collectionsOf([{ name: undefined, region: 'us-east-1', role: undefined }]).map(
      ({ name }) => name,
    );
    expect(names).toContain('cloud/trailEvents');
    expect(names).not.toContain('cloud/globalTrailEvents');
  });

  it('[V2-WHO-5] belongs to one account', () => {
    const accounts = ['a', 'b'].map((name) => ({ name, region: 'eu-west-1', role: name }));
    const collections = new Collections(collectionsOf(accounts), []);
    const trailsOf = (path: string) => collections.trailsOf(collections.find(parseAddress(path)).collection);
    expect(trailsOf('a.cloud/vpcs').map(({ name }) => name)).toEqual([
      'a.cloud/trailEvents',
      'a.cloud/globalTrailEvents',
    ]);
    expect(trailsOf('a.cloud/iamUsers').map(({ name }) => name)).toEqual([
      'a.cloud/globalTrailEvents',
      'a.cloud/trailEvents',
    ]);
    expect(trailsOf('cloud/vpcs')).toEqual([]);
    expect(trailsOf('a.cloud/trailEvents')).toEqual([]);
  });

  it.each([
    ['eu-west-1', 'us-east-1'],
    ['cn-northwest-1', 'cn-north-1'],
    ['us-gov-east-1', 'us-gov-west-1'],
  ])('[V2-WHO-6] in %s has the events of global services from %s', (region, global) => {
    const regions = collectionsOf([{ name: undefined, region, role: undefined }]).flatMap(
      ({ name, source }) => (source.kind === 'aws' ? [[name, source.account.region]] : []),
    );
    expect(regions).toContainEqual(['cloud/trailEvents', region]);
    expect(regions).toContainEqual(['cloud/globalTrailEvents', global]);
  });
});
