import { OPEN_END } from '../revisions/revision';
import { readRecord, recordLine } from './record';

const nameOf = (path: string): string | undefined =>
  ({ 'view/instances': 'view/instances', 'aws/instances': 'cloud/instances' })[path];

const LINE =
  '{"collection":"view/instances","id":"i-1","ctime":1,"ftime":2,"stime":3,"ltime":null,"mtime":4,' +
  '"tags":{},"data":{"a":[1],"b":"x"}}';
const changed = (fields: object): string => JSON.stringify({ ...(JSON.parse(LINE) as object), ...fields });

describe('a record', () => {
  it('[V2-REC-1] parses to the original', () => {
    const { collection, revision } = readRecord(LINE, nameOf);
    expect(revision.times).toEqual({ ctime: 1, ftime: 2, stime: 3, ltime: OPEN_END, mtime: 4 });
    expect(recordLine(collection, revision)).toBe(LINE);
    const closed = changed({ ltime: 9 });
    expect(recordLine('view/instances', readRecord(closed, nameOf).revision)).toBe(closed);
  });

  it('names a collection by any of its paths, and sorts the keys of documents', () => {
    const { collection, revision } = readRecord(
      changed({ collection: 'aws/instances', data: { b: 1, a: 2 }, tags: undefined }),
      nameOf,
    );
    expect([collection, revision.json, revision.tags]).toEqual(['cloud/instances', '{"a":2,"b":1}', '{}']);
  });

  it.each([
    ['{"a"', 'not valid JSON'],
    ['[]', 'not a JSON object'],
    [changed({ collection: 'view/nope' }), 'collection: "view/nope" does not exist'],
    [changed({ collection: undefined }), 'collection: the field does not exist'],
    [changed({ id: '' }), 'id:'],
    [changed({ id: 'a ' }), 'id:'],
    [changed({ id: 'x'.repeat(513) }), 'id:'],
    [changed({ stime: 1.5 }), 'stime: a time in whole ms is required, not 1.5'],
    [changed({ ctime: '1' }), 'ctime:'],
    [changed({ mtime: 2 ** 50 }), 'mtime:'],
    [changed({ ltime: undefined }), 'ltime: a time in whole ms is required, not nothing'],
    [changed({ ltime: 2 }), 'ltime: must not be before stime'],
    [changed({ tags: [] }), 'tags:'],
    [changed({ data: undefined }), 'data:'],
  ])('[V2-REC-3] refuses %s', (line, message) => {
    expect(() => readRecord(line, nameOf)).toThrow(message);
  });
});
