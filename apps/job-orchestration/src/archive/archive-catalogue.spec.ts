import { ArchiveCatalogue } from './archive-catalogue';

const entry = (fileName: string) => ({
  fileName,
  uncompressedSize: 1,
  getLastModDate: () => new Date(1000),
});

describe('the catalogue of an archive', () => {
  const catalogue = new ArchiveCatalogue(['b/', 'b/z', 'b/a', 'deep/er/file', 'a'].map(entry));

  it('lists directories and files by name, also directories that have no entry of their own', () => {
    expect(catalogue.folder('')).toEqual({
      directories: ['b/', 'deep/'].map((name) => ({ name, size: 0, lastModified: 1000 })),
      files: [{ name: 'a', size: 1, lastModified: 1000 }],
    });
    expect(catalogue.folder('b')?.files.map(({ name }) => name)).toEqual(['a', 'z']);
    expect(catalogue.folder('deep/er')?.files).toHaveLength(1);
  });

  it('finds files by path only', () => {
    expect(catalogue.file('b/z')?.fileName).toBe('b/z');
    expect([catalogue.file('b'), catalogue.file('../a'), catalogue.folder('a')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
