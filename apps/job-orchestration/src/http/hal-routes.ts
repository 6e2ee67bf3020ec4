import { Header, HttpCode, applyDecorators } from '@nestjs/common';
import { ApiBody } from '@nestjs/swagger';
import { HAL_JSON } from '@portolan/hal';
import {
  Access,
  Describe,
  Role,
  answer,
  emptyAnswer,
  errorAnswer,
  modelName,
  schema,
  type Model,
  type RouteNote,
  type Schema,
} from '@portolan/service';
import type { ApiView } from './api-address';

const { extended, flag, integer, list, map, named, object, text } = schema;

const LINK = named(
  'Link',
  object({ href: text(), templated: flag('The address is a URI template.') }, ['templated']),
);
const LINKS = named('Links', map(LINK, 'By relation.'));
const LISTED_LINK = named('ListedLink', object({ rel: text(), href: text() }));
const PAGE = named(
  'PageInfo',
  object({ size: integer(), totalElements: integer(), totalPages: integer(), number: integer('From 0.') }),
);

export const halSchema = (record: Model): Schema => extended(record, { _links: LINKS });

/** Returns the schema of a plain array of records, each with its links. */
export const listedSchema = (record: Model): Schema =>
  list(extended(record, { links: list(LISTED_LINK) }, `Listed${modelName(record)}`));

/** The schema of a page of a search. @param listName name of the list in `_embedded`. @param entry schema of its entries */
export const pageSchema = (
  name: string,
  listName: string,
  record: Model,
  entry: Schema = halSchema(record),
): Schema =>
  named(
    name,
    object(
      { _embedded: named(`${name}Content`, object({ [listName]: list(entry) })), _links: LINKS, page: PAGE },
      ['_embedded'],
    ),
  );

const POINTER = { pattern: String.raw`^(/[\s\S]*)?$` };

/** The schema of a JSON Patch. */
export const PATCH = list(
  named(
    'PatchOperation',
    object(
      {
        op: schema.choice(['add', 'remove', 'replace', 'move', 'copy', 'test']),
        path: text('JSON Pointer.', POINTER),
        value: { description: 'Any JSON value.' },
        from: text('JSON Pointer; of `move` and `copy`.', POINTER),
      },
      ['value', 'from'],
    ),
  ),
);

/** Describes a route that returns HAL. */
export const DescribeHal = (
  summary: string,
  id: string,
  body: Schema,
  example: unknown,
  more: Partial<RouteNote> = {},
): MethodDecorator =>
  applyDecorators(
    Header('Content-Type', HAL_JSON),
    Describe(summary, { id, answers: { 200: answer(HAL_JSON, body, example) }, ...more }),
  );

/** The answer of a change: its status and meaning, the route's own errors (a sentence each), and the schema of the body. */
interface ChangeNote {
  status?: number;
  description?: string;
  errors?: Readonly<Record<number, string>>;
  schema?: Schema;
}

/** Describes a route that changes something and returns no body. @param body an example of the request body */
export const DescribeChange = (
  summary: string,
  id: string,
  body?: unknown,
  { status = 204, description = 'Done.', errors = {}, schema: ofBody }: ChangeNote = {},
): MethodDecorator =>
  applyDecorators(
    HttpCode(status),
    Describe(summary, {
      id,
      ...(body !== undefined && { body: { example: body, ...(ofBody && { schema: ofBody }) } }),
      answers: {
        [status]: emptyAnswer(description),
        ...Object.fromEntries(Object.entries(errors).map(([code, why]) => [code, errorAnswer(why)])),
      },
    }),
    ...(ofBody ? [ApiBody({ schema: ofBody })] : []),
  );

/** Describes a change by an administrator, as {@link DescribeChange}. */
export const AdminChange = (...change: Parameters<typeof DescribeChange>): MethodDecorator =>
  applyDecorators(Access(Role.Admin), DescribeChange(...change));

export const EXAMPLE_API: ApiView = {
  href: 'https://jobs.example.org/api/v3',
  release: '4.3',
  caller: undefined,
  compatibility: 'none',
};
