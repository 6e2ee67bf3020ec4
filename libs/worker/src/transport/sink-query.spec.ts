import { readSinkQuery, wrongWorker } from './sink-query';

const owner = { jobName: 'sine', workerId: 'sine-1-worker-0-2' };
const read = (query: string) => readSinkQuery(new URLSearchParams(query), owner);

describe('readSinkQuery', () => {
  it('selects all events by default', () => {
    expect(Object.values(read('unknown=1'))).toEqual(Array(7).fill(undefined));
  });

  it('shares by groupId, else by clientId', () => {
    expect(read('clientId=a')).toMatchObject({ clientId: 'a', group: 'a' });
    expect(read('clientId=a&groupId=g')).toMatchObject({ clientId: 'a', group: 'g' });
  });

  it('samples by seconds or milliseconds', () => {
    expect(read('sample=2')).toMatchObject({ sampleMs: 2000 });
    expect(read('sampleMSec=250')).toMatchObject({ sampleMs: 250 });
  });

  it('enables pings and loss reports with chosen intervals', () => {
    expect(read('enablePings=true&enableMetaMessages=True')).toMatchObject({ pingMs: 2000, metaMs: 10_000 });
    const chosen = 'enablePings=true&heartbeatSec=30&enableMetaMessages=true&metaMessagesSec=0.1';
    expect(read(chosen)).toMatchObject({ pingMs: 30_000, metaMs: 100 });
    expect(read('enablePings=false&heartbeatSec=x')).toMatchObject({ pingMs: undefined });
    expect(read('enableMetaMessages=true&metaMessagesSec=0')).toMatch(/^metaMessagesSec must be/);
  });

  it.each(['sample=', 'sample=x', 'sampleMSec=49', 'sample=-1', 'sample=1e9'])('refuses %s', (query) => {
    expect(read(query)).toMatch(/must be a number/);
  });

  it('refuses unsupported parameters that would change the events, by name', () => {
    expect(read('mql=select%20*')).toBe('mql is not supported here: filter in the job');
    expect(read('sample=1&svc.EnableCompressedBinary=TRUE')).toBe(
      'svc.EnableCompressedBinary is not supported here: events are sent as text',
    );
    const harmless = 'mql=&svc.EnableCompressedBinary=false&svc.CompressionDelimiter=$&availabilityZone=a';
    expect(Object.values(read(harmless))).toEqual(Array(7).fill(undefined));
  });

  it('refuses clients of another worker', () => {
    expect(read('sourceJobName=sine&sourceWorker=sine-1-worker-0-2')).toMatchObject({ group: undefined });
    expect(read('sourceJobName=cosine')).toBe('this is a worker of sine, not of cosine');
    const mistaken = (query: string) => wrongWorker(new URLSearchParams(query), owner);
    expect(mistaken('sourceWorker=sine-1-worker-0-1')).toBe(
      'this is sine-1-worker-0-2, not sine-1-worker-0-1',
    );
    expect([mistaken('sourceWorker=sine-1-worker-0-2'), mistaken('')]).toEqual([undefined, undefined]);
  });

  it('[V1-STREAM-15] takes the last id of this worker from those of all', () => {
    const ids = ['sine-1-worker-0-1:7', 'sine-1-worker-0-2:41', 'sine-1-worker-0-20:9'];
    expect(read(`enableEventIds=true&afterEventIds=${ids.join()}`)).toMatchObject({
      eventIds: { after: 41 },
    });
    const odd = { jobName: 'a:b,c', workerId: 'a:b,c-1-worker-0-2' };
    const given = new URLSearchParams({ enableEventIds: 'true', afterEventIds: 'a%3Ab%2Cc-1-worker-0-2:7' });
    expect(readSinkQuery(given, odd)).toMatchObject({ eventIds: { after: 7 } });
    expect(read('enableEventIds=TRUE&afterEventIds=')).toMatchObject({ eventIds: { after: undefined } });
    expect(read('enableEventIds=false')).toMatchObject({ eventIds: undefined });
  });

  it.each([
    ['afterEventIds=a:1', 'afterEventIds needs enableEventIds=true'],
    ['enableEventIds=true&afterEventIds=a:1,b', /separated by commas, not "b"$/],
    ['enableEventIds=true&groupId=g', 'enableEventIds cannot be combined with groupId'],
    ['enableEventIds=true&sampleMSec=500', 'enableEventIds cannot be combined with sampleMSec'],
  ])('[V1-STREAM-15] refuses %s', (query, message) => {
    expect(read(query)).toMatch(message);
  });
});
