import { Readable } from 'node:stream';
import { Outbound, OutboundMode } from '@portolan/service';
import type { ObjectLocation } from '../object-store/object-location';
import { openObject } from './source';

describe('an s3 address of a launch', () => {
  const read: ObjectLocation[] = [];
  const store = {
    read: (location: ObjectLocation) => {
      read.push(location);
      return Promise.resolve({ body: Readable.from([]), etag: undefined });
    },
  };
  const open = (url: string, mode: OutboundMode): Promise<unknown> => {
    const outbound = new Outbound({ OUTBOUND: mode, OUTBOUND_ALLOWED: ['s3://artifacts/jobs'] });
    return openObject(url, { signal: new AbortController().signal }, store, outbound);
  };
  beforeEach(() => read.splice(0));

  it.each(['s3://secrets/key', 's3a://artifacts/other/key', 'S3N://artifacts/jobs%2e/key'])(
    'is refused permanently when it is not listed: %s',
    async (url) => {
      await expect(open(url, OutboundMode.Listed)).rejects.toMatchObject({ code: 'ERR_OUTBOUND_REFUSED' });
      expect(read).toEqual([]);
    },
  );

  it('is read from a listed folder, and from anywhere without a list', async () => {
    await open('s3a://artifacts/jobs/a%20b', OutboundMode.Listed);
    await open('s3://secrets/key', OutboundMode.Open);
    expect(read).toEqual([
      { bucket: 'artifacts', key: 'jobs/a b' },
      { bucket: 'secrets', key: 'key' },
    ]);
  });
});
