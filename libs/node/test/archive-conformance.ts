import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { randomBytes } from 'node:crypto';
import type { ArchiveMedium } from '../src/archive/archive-store.service';

/**
 * The required behaviour of every archive store.
 *
 * @param place creates the store and the address of a missing archive
 */
export function archivesConform(
  name: string,
  place: () => Promise<{ medium: ArchiveMedium; address: string }>,
): void {
  describe(`archives ${name}`, () => {
    const read = async (
      medium: ArchiveMedium,
      address: string,
      start: number,
      end: number,
    ): Promise<Buffer> => {
      const archive = await medium.open(address);
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
      const { medium, address } = await place();
      const bytes = randomBytes(size);
      const chunks = Array.from({ length: Math.ceil(size / 65_536) }, (_, index) =>
        bytes.subarray(index * 65_536, (index + 1) * 65_536),
      );
      await medium.write(address, 'mark', Readable.from(chunks));
      const archive = await medium.open(address);
      expect(archive?.size).toBe(size);
      await archive?.close();
      expect((await read(medium, address, 2, size - 2)).equals(bytes.subarray(2, size - 1))).toBe(true);
      expect(await read(medium, address, size - 1, size - 1)).toEqual(bytes.subarray(size - 1));
    });

    it('are replaced, and then are another version', async () => {
      const { medium, address } = await place();
      await medium.write(address, 'mark', Readable.from([Buffer.from('first')]));
      const first = await medium.open(address);
      await first?.close();
      await medium.write(address, 'other', Readable.from([Buffer.from('second!')]));
      const second = await medium.open(address);
      await second?.close();
      expect(second?.version).not.toBe(first?.version);
      expect((await read(medium, address, 0, 6)).toString()).toBe('second!');
    });

    it('are not there when writing failed, nor after they were removed', async () => {
      const { medium, address } = await place();
      const broken = Readable.from(
        (function* () {
          yield Buffer.alloc(20 * 2 ** 20);
          throw new Error('the disk broke');
        })(),
      );
      await expect(medium.write(address, 'mark', broken)).rejects.toThrow();
      expect(await medium.open(address)).toBeUndefined();
      await medium.write(address, 'mark', Readable.from([Buffer.from('there')]));
      await medium.remove(address);
      await medium.remove(address);
      expect(await medium.open(address)).toBeUndefined();
    });
  });
}
