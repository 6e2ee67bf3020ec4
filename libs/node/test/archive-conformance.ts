import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { randomBytes } from 'node:crypto';
import type { ArchiveStoreService } from '../src/archive/archive-store.service';

/**
 * The required behaviour of every archive store.
 *
 * @param place returns the store and the address of a missing archive
 */
export function archivesConform(
  name: string,
  place: () => Promise<{ archives: ArchiveStoreService; address: string }>,
): void {
  describe(`archives ${name}`, () => {
    const read = async (
      archives: ArchiveStoreService,
      address: string,
      start: number,
      end: number,
    ): Promise<Buffer> => {
      const archive = await archives.open(address);
      if (!archive) throw new Error('no archive');
      try {
        return await buffer(await archive.read(start, end));
      } finally {
        await archive.close();
      }
    };

    it.each([
      ['a small one', 10],
      ['one of many parts', 40 * 2 ** 20 + 1],
    ])('are read as they were written, in parts: %s', async (_what, size) => {
      const { archives, address } = await place();
      const bytes = randomBytes(size);
      const chunks = Array.from({ length: Math.ceil(size / 65_536) }, (_, index) =>
        bytes.subarray(index * 65_536, (index + 1) * 65_536),
      );
      await archives.write(address, 'mark', Readable.from(chunks));
      const archive = await archives.open(address);
      expect(archive?.size).toBe(size);
      await archive?.close();
      expect((await read(archives, address, 2, size - 2)).equals(bytes.subarray(2, size - 1))).toBe(true);
      expect(await read(archives, address, size - 1, size - 1)).toEqual(bytes.subarray(size - 1));
    });

    it('are replaced, and then are another version', async () => {
      const { archives, address } = await place();
      await archives.write(address, 'mark', Readable.from([Buffer.from('first')]));
      const first = await archives.open(address);
      await first?.close();
      await archives.write(address, 'other', Readable.from([Buffer.from('second!')]));
      const second = await archives.open(address);
      await second?.close();
      expect(second?.version).not.toBe(first?.version);
      expect((await read(archives, address, 0, 6)).toString()).toBe('second!');
    });

    it('are not there when writing failed, nor after they were removed', async () => {
      const { archives, address } = await place();
      const broken = Readable.from(
        (function* () {
          yield Buffer.alloc(20 * 2 ** 20);
          throw new Error('the disk broke');
        })(),
      );
      await expect(archives.write(address, 'mark', broken)).rejects.toThrow();
      expect(await archives.open(address)).toBeUndefined();
      await archives.write(address, 'mark', Readable.from([Buffer.from('there')]));
      await archives.remove(address);
      await archives.remove(address);
      expect(await archives.open(address)).toBeUndefined();
    });
  });
}
