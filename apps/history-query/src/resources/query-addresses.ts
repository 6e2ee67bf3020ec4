import {
  answer,
  emptyAnswer,
  errorAnswer,
  schema,
  type AddressNotes,
  type AnswerNote,
} from '@portolan/service';
import { API_PATH } from '../address/api-path';
import { MediaType } from '../answers/answer';
import * as examples from '../openapi/examples';
import { AREA, DOCUMENT, LIST, PATCH, REVISION, REVISION_WITH_EVENTS } from './query-schemas';

const { text, integer, list } = schema;

const MOMENT =
  'Epoch milliseconds, ISO 8601 with `Z` or an offset, `now`, or an age (`-90s`, `-30m`, `-2h`, `-7d`).';
const moment = (what: string, example: string) => ({
  description: `${what} ${MOMENT}`,
  schema: text(),
  example,
});

const PARAMETERS = {
  area: { description: 'A service, `view`, `group` or `svc`.', schema: AREA, example: 'view' },
  collection: { description: 'A collection of the area.', schema: text(), example: 'instances' },
  id: { description: 'The id of a document.', schema: text(), example: examples.instance.instanceId },
  field: { description: 'The path of a field: `state.name`.', schema: text(), example: 'state.name' },
  value: { description: 'Its value.', schema: text(), example: 'running' },
  at: moment('The moment.', '2026-03-01T23:00:00Z'),
  since: moment('The beginning of the range.', '0'),
  until: moment('The end of the range.', 'now'),
  context: {
    description: 'Lines of context around each change.',
    schema: integer(undefined, { minimum: 0 }),
    example: 3,
  },
};

const GONE = errorAnswer('The document is no longer valid.');
const UNCHANGED = emptyAnswer('Not changed: `If-None-Match` names the entity tag.');
const json = (note: AnswerNote): Record<number, AnswerNote> => ({ 200: note, 304: UNCHANGED });
const DOCUMENTS = json(answer(MediaType.Json, list(DOCUMENT), [examples.instance]));
const ONE = { ...json(answer(MediaType.Json, DOCUMENT, examples.instance)), 410: GONE };
const REVISIONS = json(answer(MediaType.Json, list(REVISION), [examples.revision]));

const AUTHORED = json(answer(MediaType.Json, list(REVISION_WITH_EVENTS), [examples.revisionWithEvents]));

const COLLECTION = `/${API_PATH}/{area}/{collection}`;
const RESOURCE = `${COLLECTION}/{id}`;
const RANGE = ';_since={since};_until={until}';

/** Every kind of address has the same tag and parameters: it names those that it has. */
const note = (id: string, summary: string, answers: Readonly<Record<number, AnswerNote>>) => ({
  id,
  summary,
  tag: 'Query',
  parameters: PARAMETERS,
  answers,
});

/** The usual addresses of the API, each with the type of its answer; `query` is the general one (V2-OPS-7). */
export const queryAddresses: AddressNotes = {
  [COLLECTION]: {
    ...note(
      'listIds',
      'List the ids of the valid documents of a collection, or follow its changes as events',
      {
        200: {
          description: 'The ids; with `Accept: text/event-stream` changes, live, as `data` of events.',
          content: LIST,
        },
        304: UNCHANGED,
        410: errorAnswer('The changes after `Last-Event-ID` are not kept.'),
      },
    ),
    headers: {
      'Last-Event-ID': {
        description: 'With `Accept: text/event-stream`: the change after which the events continue.',
        schema: text(),
        example: '41',
      },
    },
  },
  [`${COLLECTION};_expand`]: note('listDocuments', 'List the valid documents of a collection', DOCUMENTS),
  [`${COLLECTION};{field}={value};_expand`]: note(
    'findDocumentsByField',
    'List the valid documents in which a field has a value',
    DOCUMENTS,
  ),
  [`${COLLECTION};_at={at};_expand`]: note(
    'listDocumentsAt',
    'List the documents of a collection as they were at a moment',
    DOCUMENTS,
  ),
  [`${COLLECTION}${RANGE};_updated;_expand`]: note(
    'listUpdatedDocuments',
    'List the documents of a collection that were modified in a range',
    DOCUMENTS,
  ),
  [RESOURCE]: note('getDocument', 'Read a document', ONE),
  [`${RESOURCE};_at={at}`]: note('getDocumentAt', 'Read a document as it was at a moment', ONE),
  [`${RESOURCE};_all;_meta`]: note(
    'listRevisions',
    'List all revisions of a document, newest first',
    REVISIONS,
  ),
  [`${RESOURCE}${RANGE};_all;_meta`]: note(
    'listRevisionsBetween',
    'List the revisions of a document that were valid in a range, newest first',
    REVISIONS,
  ),
  [`${RESOURCE};_all;_who`]: note(
    'listRevisionsWithEvents',
    'List all revisions of a document with the events of the trail that changed it, newest first',
    AUTHORED,
  ),
  [`${COLLECTION}${RANGE};_all;_updated;_who`]: note(
    'listChangesWithEvents',
    'List the revisions of a collection that begin in a range, with the events of the trail, newest first',
    AUTHORED,
  ),
  [`${RESOURCE};_all;_diff={context}`]: note(
    'getDiff',
    'Compare the revisions of a document as unified diffs; 400 when it has one revision only',
    {
      200: {
        content: {
          [MediaType.Text]: { schema: text(), example: examples.diff },
          [MediaType.Patch]: { schema: PATCH, example: examples.patch },
        },
      },
      304: UNCHANGED,
    },
  ),
};
