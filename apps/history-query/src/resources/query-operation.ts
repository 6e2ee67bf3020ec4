import { applyDecorators } from '@nestjs/common';
import { ApiHeader, ApiParam, ApiProduces } from '@nestjs/swagger';
import { Describe, emptyAnswer, errorAnswer, schema } from '@portolan/service';
import { MediaType } from '../answers/answer';
import * as examples from '../openapi/examples';
import { CHANGES, PATCH, QUERY_ANSWER } from './query-schemas';

const PATH_DESCRIPTION =
  'As in the address, with matrix arguments and field selector. Modifiers begin with `_` and are separated by ' +
  '`;`. `_at`, `_since` and `_until` take epoch milliseconds, ISO 8601 with `Z` or an offset (`2026-10-07T12:00:00Z`, ' +
  '`20261007T120000Z`), `now`, and ages (`-90s`, `-30m`, `-2h`, `-7d`).';

const UNREADABLE =
  'The address is invalid: an unknown modifier, one in the query string, an invalid value, time or field selector, ' +
  ' an unknown collection. The message quotes the fault and names the closest valid form.';

const CONTENT = {
  [MediaType.Json]: { schema: QUERY_ANSWER, example: [examples.instance] },
  [MediaType.Script]: { schema: schema.text('With `_callback`.'), example: 'show(["i-0db000001"])' },
  [MediaType.Text]: { schema: schema.text('With `_diff`: unified diffs.'), example: examples.diff },
  [MediaType.Patch]: { schema: PATCH, example: examples.patch },
  [MediaType.Events]: CHANGES,
};

const ANSWERS = {
  200: {
    description: 'A document, a list of documents or ids, a diff, or a feed of changes (text/event-stream).',
    content: CONTENT,
  },
  304: emptyAnswer('Not changed: `If-None-Match` names the entity tag.'),
  400: errorAnswer(UNREADABLE),
  404: errorAnswer('The document does not exist and never did.'),
  410: errorAnswer('The document is no longer valid, or the changes to continue from are not kept.'),
  503: errorAnswer('The database is unreachable.'),
};

/** Documents a query route. @param id its name in clients @param isAlias an alias, not in clients */
export const QueryOperation = (id: string, isAlias = false): MethodDecorator =>
  applyDecorators(
    Describe('Resources and their revisions: {area}/{collection}[/{id}][;arguments][:(fields)]', {
      id,
      isAlias,
      answers: ANSWERS,
    }),
    ApiProduces(...Object.values(MediaType)),
    ApiHeader({
      name: 'Last-Event-ID',
      required: false,
      description: 'With Accept: text/event-stream: the change after which the feed continues',
    }),
    ApiParam({
      name: 'path',
      description: PATH_DESCRIPTION,
      schema: { type: 'string' },
      example: 'view/instances;state.name=running;_expand:(instanceId,tags:(key,value))',
    }),
  );
