import { runToEnd } from '../time-slices/time-slices';
import { collectionsOf } from '../catalogue/collection-catalogue';
import type { CollectionDefinition } from '../collections/collection-definition';
import type { Json } from '../json/json';
import { shapeDocuments, toMillis } from './shape-documents';

function collection(name: string): CollectionDefinition {
  const found = collectionsOf([]).find((one) => one.name === name);
  if (!found) throw new Error(name);
  return found;
}

const shape = (name: string, raw: Json[]) => runToEnd(shapeDocuments(collection(name), raw));

describe('shapeDocuments', () => {
  it('sorts arrays, so that their order is insignificant, and makes tags reachable by key', () => {
    const one = {
      instanceId: 'i',
      tags: [
        { key: 'owner', value: 'x' },
        { key: 'Env', value: 'p' },
      ],
    };
    const other = { instanceId: 'i', tags: [...one.tags].reverse() };
    expect(shape('view/instances', [one])).toEqual(shape('view/instances', [other]));
    expect(shape('view/instances', [one])[0]?.json).toBe(
      '{"instanceId":"i","tags":[{"Env":"p","key":"Env","value":"p"},{"key":"owner","owner":"x","value":"x"}]}',
    );
  });

  it('keeps the order of lists that a crawl puts together itself, but not of lists within them', () => {
    const listener = (port: number, groups: string[]): Json => ({ port, groups });
    const balancer = { loadBalancerName: 'b', listeners: [listener(80, ['z', 'a']), listener(22, [])] };
    expect(JSON.parse(shape('cloud/loadBalancersV2', [balancer])[0]?.json ?? '')).toEqual({
      loadBalancerName: 'b',
      listeners: [listener(80, ['a', 'z']), listener(22, [])],
    });
  });

  it('[V2-WHO-6] drops the values of suppressed tags in the parameters of events, too', () => {
    const suppressing = collectionsOf([], ['seen']).find(({ name }) => name === 'cloud/trailEvents');
    if (!suppressing) throw new Error('cloud/trailEvents is expected');
    const requestParameters = { tags: { seen: 'a', kept: 'b' }, tagging: [{ Key: 'seen', Value: 'c' }] };
    const [event] = runToEnd(shapeDocuments(suppressing, [{ eventId: 'e', requestParameters }]));
    expect(JSON.parse(event?.json ?? '')).toMatchObject({
      requestParameters: {
        tags: { seen: '[SUPPRESSED]', kept: 'b' },
        tagging: [{ Key: 'seen', Value: '[SUPPRESSED]' }],
      },
    });
  });

  it('drops the values of suppressed tags, so that their changes are insignificant', () => {
    const suppressing = collectionsOf([], ['seen']).find(({ name }) => name === 'view/instances');
    if (!suppressing) throw new Error('view/instances is expected');
    const tagged = (seen: string): Json => ({ instanceId: 'i', tags: [{ key: 'seen', value: seen }] });
    const json = (seen: string) => runToEnd(shapeDocuments(suppressing, [tagged(seen)]))[0]?.json;
    expect(json('9:00')).toBe(
      '{"instanceId":"i","tags":[{"key":"seen","seen":"[SUPPRESSED]","value":"[SUPPRESSED]"}]}',
    );
    expect(json('10:00')).toBe(json('9:00'));
    expect(shape('view/instances', [tagged('9:00')])[0]?.json).toContain('"seen":"9:00"');
  });

  it('[V2-META-7] stores times as ms, and takes the creation time from the document', () => {
    const [document] = shape('view/instances', [{ instanceId: 'i', launchTime: '2026-10-05T06:00:00.000Z' }]);
    expect(document).toEqual({
      id: 'i',
      json: '{"instanceId":"i","launchTime":1791180000000}',
      ctime: 1791180000000,
    });
  });

  it('does not change documents of our own registries', () => {
    const [document] = shape('svc/clusters', [
      { id: 'c', tags: ['b', 'a'], created: '2026-10-05T06:00:00Z' },
    ]);
    expect(document?.json).toBe('{"created":"2026-10-05T06:00:00Z","id":"c","tags":["b","a"]}');
    expect(document?.ctime).toBe(1791180000000);
  });

  it('refuses a document without an id', () => {
    expect(() => shape('view/instances', [{ imageId: 'x' }])).toThrow('a document has no instanceId');
  });
});

describe('views', () => {
  it('[V2-AREA-6] returns each instance of a reservation as a document, its state code without the provider byte', () => {
    const { source } = collection('view/instances');
    if (source.kind !== 'view') throw new Error('a view is expected');
    const reservation: Json = {
      reservationId: 'r',
      instances: [{ instanceId: 'a', state: { name: 'running', code: 272 } }, { instanceId: 'b' }],
    };
    expect(source.documents(reservation)).toEqual([
      { instanceId: 'a', state: { name: 'running', code: 16 } },
      { instanceId: 'b' },
    ]);
  });

  it('[V2-AREA-7] merges two provider calls into queues, and leaves out one that was just deleted', () => {
    const { source } = collection('view/simpleQueues');
    if (source.kind !== 'files') throw new Error('recordings are expected');
    const answer = {
      listQueues: { queueUrls: ['https://q/1/orders', 'https://q/1/gone'] },
      getQueueAttributes: { 'https://q/1/orders': { attributes: { DelaySeconds: '0' } } },
    };
    expect(source.documents(answer)).toEqual([
      { name: 'orders', url: 'https://q/1/orders', attributes: { DelaySeconds: '0' } },
    ]);
  });
});

describe('toMillis', () => {
  it.each([
    [1791180000000, 1791180000000],
    ['2026-10-05T06:00:00Z', 1791180000000],
    ['1791180000', 1791180000000],
    ['1791180000.25', 1791180000250],
    ['soon', undefined],
    ['2026-99-99T00:00:00Z', undefined],
    [null, undefined],
  ])('reads %p as %p', (value, expected) => {
    expect(toMillis(value)).toBe(expected);
  });
});
