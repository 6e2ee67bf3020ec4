import { folderAddress, parentFolder } from './folder-address';

describe('the address of a directory', () => {
  it('encodes the path of a directory in its address', () => {
    expect(folderAddress('run/a b', null)).toBe('?tab=files&folder=run%2Fa%20b');
  });

  it('keeps the attempt on the way up', () => {
    expect(folderAddress(parentFolder('run/logs'), '2')).toBe('?tab=files&folder=run&attempt=2');
    expect(folderAddress(parentFolder('run'), '2')).toBe('?tab=files&folder=&attempt=2');
  });
});
