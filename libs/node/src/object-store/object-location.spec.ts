import { isObjectAddress, objectLocation } from './object-location';

describe('the address of an object', () => {
  it.each([
    ['s3://bucket/a/b.zip', { bucket: 'bucket', key: 'a/b.zip' }],
    ['s3a://bucket/a%20b', { bucket: 'bucket', key: 'a b' }],
    ['S3N://bucket/a+b', { bucket: 'bucket', key: 'a+b' }],
  ])('%s names bucket and key', (address, location) => {
    expect(objectLocation(address)).toEqual(location);
    expect(isObjectAddress(address)).toBe(true);
  });

  it.each(['s3://bucket', 's3://bucket/', 's3:///key', 's3://bucket/a?b', 's3://bucket/%zz', 'file:///a'])(
    'reads no object from the address %s',
    (address) => {
      expect(objectLocation(address)).toBeUndefined();
    },
  );

  it('may contain escaped characters of any kind', () => {
    const location = { bucket: 'b', key: 'jobs/a b%?#/é.zip' };
    expect(objectLocation('s3://b/jobs/a%20b%25%3F%23/%C3%A9.zip')).toEqual(location);
  });
});
