import type { Session } from './session.ts';
import { readPages, type LimitOptions } from './lists.ts';

/** Reads a list of so many rows. @returns the rows and the notes */
async function read(count: number, options: LimitOptions & { watch?: boolean }, isInteractive = true) {
  const notes: string[] = [];
  const session = {
    terminal: { isInteractive, note: (text: string) => void notes.push(text) },
    printer: { isForPeople: true, style: { faint: (text: string) => text } },
  } as unknown as Session;
  const rows = await readPages(session, options, (page, size) =>
    Promise.resolve({
      rows: Array.from({ length: Math.min(size, count - page * size) }, (_one, index) => page * size + index),
      totalPages: Math.ceil(count / size),
    }),
  );
  return { rows: rows.length, last: rows.at(-1), notes };
}

describe('[CLI-OUT-8] a list of pages', () => {
  it('ends at its limit, and prints a note on a terminal that there are more', async () => {
    const more = (limit: number) => ({
      rows: limit,
      last: limit - 1,
      notes: [`the first ${limit}; --limit or --all lists more`],
    });
    expect(await read(26, {})).toEqual(more(25));
    expect(await read(180, { limit: 150 })).toEqual(more(150));
    expect(await read(310, { limit: 200 })).toEqual(more(200));
  });

  it('is whole below its limit and with --all', async () => {
    expect(await read(25, {})).toEqual({ rows: 25, last: 24, notes: [] });
    expect(await read(150, { limit: 150 })).toEqual({ rows: 150, last: 149, notes: [] });
    expect(await read(310, { all: true })).toEqual({ rows: 310, last: 309, notes: [] });
  });

  it('prints no note to a program, and none while the list is watched', async () => {
    expect((await read(26, {}, false)).notes).toEqual([]);
    expect((await read(26, { watch: true })).notes).toEqual([]);
  });
});
