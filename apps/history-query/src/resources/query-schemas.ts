import { schema } from '@portolan/service';
import { MediaType } from '../answers/answer';
import * as examples from '../openapi/examples';

const { anything, choice, list, maybe, millis, named, object, text } = schema;

/** The first segment of an address: `status` is an address of its own. */
export const AREA = text();

/** A document, as its source describes it. */
export const DOCUMENT = named('Document', anything('A document, as its source describes it.'));

const TIMES = {
  ctime: millis('When the document was created, ms since the epoch.'),
  ftime: millis('When it was first seen, ms since the epoch.'),
  stime: millis('When the revision begins, ms since the epoch.'),
  ltime: maybe(millis('When it ends, ms since the epoch; null: it is valid.')),
  mtime: millis('When it was changed, ms since the epoch.'),
};

const RECORD = {
  _id: text('Unique among the revisions of the collection.'),
  id: text('Id of the document.'),
  ...TIMES,
  tags: anything(),
  data: DOCUMENT,
};

/** The record of a revision (V2-META-1). */
export const REVISION = named('Revision', object(RECORD));

/** The record of a revision with the events that changed the document (V2-WHO-1). */
export const REVISION_WITH_EVENTS = named(
  'RevisionWithEvents',
  object(
    {
      ...RECORD,
      who: maybe(list(DOCUMENT, 'Events that fit its beginning, oldest first; null: one may be missing.')),
      whoEnded: maybe(list(DOCUMENT, 'Events that fit the end of the document: in its last revision.')),
    },
    ['whoEnded'],
  ),
);

/** Any JSON value. */
const anyValue = (description: string) => ({ anyOf: [{}], description });

const PATCH_OPERATION = named(
  'PatchOperation',
  object(
    {
      op: choice(['add', 'remove', 'replace', 'move', 'copy', 'test']),
      path: text('JSON Pointer.'),
      value: anyValue('Any JSON value.'),
      from: text('JSON Pointer; of `move` and `copy`.'),
    },
    ['value', 'from'],
  ),
);

export const PATCH = list(PATCH_OPERATION, 'From the oldest to the newest revision.');

/** A change of a document, as the `data` of a feed's event (V2-FEED-1). */
const CHANGE = named(
  'Change',
  object(
    {
      id: text(),
      kind: choice(['added', 'changed', 'removed']),
      ...TIMES,
      patch: list(PATCH_OPERATION, 'From the document before to the one after.'),
      diff: text('With `_diff`, in place of the patch.'),
      document: anyValue('With `_expand`: the document after the change.'),
      collection: text('In a collection of several accounts.'),
    },
    ['patch', 'diff', 'document', 'collection'],
  ),
);

/** The data of each event of a feed. */
export const CHANGES = { schema: CHANGE, example: examples.change };

/** The answer of a collection without modifiers. */
export const LIST = {
  [MediaType.Json]: { schema: list(text()), example: [examples.instance.instanceId] },
  [MediaType.Events]: CHANGES,
};

/** The answer of an address with any modifiers. */
export const QUERY_ANSWER = named('QueryAnswer', {
  description: 'A document or the record of a revision; a list of those; or a list of ids.',
  anyOf: [DOCUMENT, list({ anyOf: [text('An id.'), DOCUMENT] })],
});
