import {
  errorAnswer,
  jsonAnswer,
  schema,
  type AnswerNote,
  type ApiNotes,
  type OperationNote,
  type Schema,
} from '@portolan/service';
import { MediaType } from '../query/answer';
import * as examples from './examples';

/** What `If-None-Match` asks for. */
const NOT_MODIFIED = { description: 'Not changed: `If-None-Match` names the entity tag.' };

const { choice, list, maybe, millis, object, ref, text } = schema;

/** Any JSON value: what a document, a list or an id is. */
const ANY: Schema = { description: 'A document, a list of documents or a list of ids.' };

const content = (): NonNullable<AnswerNote['content']> => ({
  [MediaType.Json]: { schema: ANY, example: [examples.instance] },
  [MediaType.Script]: { schema: text('With `_callback`.'), example: 'show(["i-0db000001"])' },
  [MediaType.Text]: { schema: text('With `_diff`: unified diffs.'), example: examples.diff },
  [MediaType.Patch]: { schema: list(ref('PatchOperation')), example: examples.patch },
  [MediaType.Events]: {
    schema: text('Changes as they happen; the `data` of an event is a `Change`.'),
    example: `id: 41\ndata: ${JSON.stringify(examples.change)}\n\n`,
  },
});

const query = (id: string, alias: boolean): OperationNote => ({
  id,
  alias,
  answers: {
    200: {
      description:
        'A document, a list of documents or ids, a diff, or a feed of changes (text/event-stream).',
      content: content(),
    },
    304: NOT_MODIFIED,
    410: errorAnswer('The document is no longer valid, or the changes to go on from are not kept.'),
  },
});
const status = (id: string, alias: boolean): OperationNote => ({
  id,
  alias,
  answers: { 200: jsonAnswer(ref('StatusAnswer'), examples.status), 304: NOT_MODIFIED },
});

/** Names, schemas and examples of the operations of API v2. */
export const historyNotes = (): ApiNotes => ({
  schemas: {
    PatchOperation: object(
      {
        op: choice(['add', 'remove', 'replace', 'move', 'copy', 'test']),
        path: text('JSON Pointer.'),
        value: { description: 'Any JSON value.' },
        from: text('JSON Pointer; of `move` and `copy`.'),
      },
      ['value', 'from'],
    ),
    Change: object(
      {
        id: text(),
        kind: choice(['added', 'changed', 'removed']),
        ctime: millis('When the document was created, ms since the epoch.'),
        ftime: millis('When it was first seen, ms since the epoch.'),
        stime: millis('When the revision begins, ms since the epoch.'),
        ltime: maybe(millis('When it ends, ms since the epoch; null: it is valid.')),
        mtime: millis('When it was changed, ms since the epoch.'),
        patch: list(ref('PatchOperation'), 'From the document before to the one after.'),
        diff: text('With `_diff`, in place of the patch.'),
        document: { description: 'With `_expand`: the document after the change.' },
        collection: text('In a collection of several accounts.'),
      },
      ['patch', 'diff', 'document', 'collection'],
    ),
  },
  operations: {
    'GET /api/v2/{path}': query('query', false),
    'GET /REST/v2/{path}': query('queryOlder', true),
    'GET /api/v2/status': status('getStatus', false),
    'GET /REST/v2/status': status('getStatusOlder', true),
  },
});
