/** A table of `history sql`: a collection, as it is now or with all its revisions. */
export interface SqlTable {
  area: string;
  collection: string;
  /** All revisions; the name of the table then ends in `_all`. */
  isAll: boolean;
}

const ALL_SUFFIX = '_all';
/** Not within a longer name, nor within a longer path. */
const [BEGIN, END] = ['(?<![\\w."])', '(?![\\w"])'];

const literally = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
/** Returns a pattern for a name in SQL, bare or in quotes. */
const written = (name: string): string => `(?:${literally(name)}|"${literally(name)}")`;

/** Returns the name of a table in its schema, the area. */
export const nameOf = ({ collection, isAll }: SqlTable): string =>
  isAll ? `${collection}${ALL_SUFFIX}` : collection;

/** Returns the tables that a statement may read: those that it names, `area.collection` or `area.collection_all`. */
export function tablesIn(sql: string, collections: readonly string[]): SqlTable[] {
  return collections.flatMap((path) => {
    const slash = path.indexOf('/');
    const [area, collection] = [path.slice(0, slash), path.slice(slash + 1)];
    return [false, true]
      .map((isAll): SqlTable => ({ area, collection, isAll }))
      .filter((table) =>
        new RegExp(`${BEGIN}${written(area)}\\s*\\.\\s*${written(nameOf(table))}${END}`, 'i').test(sql),
      );
  });
}
