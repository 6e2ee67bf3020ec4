import { applyDecorators } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiExtraModels,
  ApiGoneResponse,
  ApiHeader,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiProduces,
  ApiServiceUnavailableResponse,
  getSchemaPath,
} from '@nestjs/swagger';
import { MediaType } from '../answers/answer';
import { ErrorBody } from '../errors/error-body.dto';
import { Change, PatchOperation } from '../feed/change.dto';
import * as examples from '../openapi/examples';
import { ApiNotModified } from '../openapi/not-modified';

const PATH_DESCRIPTION =
  'As in the address, with matrix arguments and field selector. Modifiers begin with `_` and are separated by ' +
  '`;`. `_at`, `_since` and `_until` take epoch milliseconds, ISO 8601 with `Z` or an offset (`2026-10-07T12:00:00Z`, ' +
  '`20261007T120000Z`), `now`, and ages (`-90s`, `-30m`, `-2h`, `-7d`).';

const UNREADABLE =
  'The address is invalid: an unknown modifier, one in the query string, an invalid value, time or field selector, ' +
  ' an unknown collection. The message quotes the fault and names the closest valid form.';

const ANSWERS = {
  [MediaType.Json]: {
    schema: { description: 'A document, a list of documents or a list of ids.' },
    example: [examples.instance],
  },
  [MediaType.Script]: {
    schema: { type: 'string', description: 'With `_callback`.' },
    example: 'show(["i-0db000001"])',
  },
  [MediaType.Text]: {
    schema: { type: 'string', description: 'With `_diff`: unified diffs.' },
    example: examples.diff,
  },
  [MediaType.Patch]: {
    schema: { type: 'array', items: { $ref: getSchemaPath(PatchOperation) } },
    example: examples.patch,
  },
  [MediaType.Events]: {
    schema: {
      type: 'string',
      description: 'Changes, live; the `data` of an event is a `Change`.',
    },
    example: `id: 41\ndata: ${JSON.stringify(examples.change)}\n\n`,
  },
};

/** Documents a query route. @param operationId its name in clients @param deprecated an alias, not in clients */
export const QueryOperation = (operationId: string, deprecated = false): MethodDecorator =>
  applyDecorators(
    ApiOperation({
      operationId,
      summary: 'Resources and their revisions: {area}/{collection}[/{id}][;arguments][:(fields)]',
      ...(deprecated && { deprecated }),
    }),
    ApiExtraModels(PatchOperation, Change),
    ApiProduces(...Object.values(MediaType)),
    ApiHeader({
      name: 'Last-Event-ID',
      required: false,
      description: 'With Accept: text/event-stream: the change after which the feed continues',
    }),
    ApiParam({
      name: 'path',
      description: PATH_DESCRIPTION,
      example: 'view/instances;state.name=running;_expand:(instanceId,tags:(key,value))',
    }),
    ApiOkResponse({
      description:
        'A document, a list of documents or ids, a diff, or a feed of changes (text/event-stream).',
      content: ANSWERS,
    }),
    ApiNotModified(),
    ApiBadRequestResponse({ type: ErrorBody, description: UNREADABLE }),
    ApiNotFoundResponse({ type: ErrorBody, description: 'The document does not exist and never did' }),
    ApiGoneResponse({
      description: 'The document is no longer valid, or the changes to continue from are not kept.',
    }),
    ApiServiceUnavailableResponse({ type: ErrorBody, description: 'The database is unreachable' }),
  );
