import { ErrorKind } from '@portolan/service';
import { OPEN_END, Revision } from '../revisions/revision';
import { missingDocument } from './query-plan';

const plan = { collection: { name: 'view/instances' }, ids: ['i-1'] };
const revision = (ltime: number): Revision =>
  new Revision('i-1', { ctime: 1, ftime: 1, stime: 1000, ltime, mtime: 1000 }, '{}', '{}');

describe('missingDocument', () => {
  it('[V2-ERR-2] is not found for a document that never existed, or that the arguments exclude', () => {
    for (const newest of [undefined, revision(OPEN_END)])
      expect(missingDocument(plan, newest)).toMatchObject({
        kind: ErrorKind.NotFound,
        message: 'record "i-1" not found in collection view.instances',
      });
  });

  it('[V2-ERR-3] is gone for a document that is no longer valid, with the time when it was last seen', () => {
    const error = missingDocument(plan, revision(2000));
    expect(error.kind).toBe(ErrorKind.Gone);
    expect(error.message).toContain('Last seen at 2000');
  });
});
