import { isObjectAddress, objectAddress, objectLocation } from './object-location';

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
    '%s names none',
    (address) => {
      expect(objectLocation(address)).toBeUndefined();
    },
  );

  it('is read back as it was made', () => {
    const location = { bucket: 'b', key: 'jobs/a b%?#/é.zip' };
    expect(objectLocation(objectAddress(location))).toEqual(location);
  });
});
