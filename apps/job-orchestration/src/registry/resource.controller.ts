import { Body, Delete, Get, Param, Patch, Post, Put, Query, Res, type Type } from '@nestjs/common';
import { ApiBody } from '@nestjs/swagger';
import {
  Access,
  CachedResponse,
  Describe,
  Role,
  emptyAnswer,
  errorAnswer,
  jsonAnswer,
  schema,
} from '@portolan/service';
import type { FastifyReply } from 'fastify';
import { Api, ApiController, type ApiView } from '../http/api-address';
import { AdminChange, DescribeHal, EXAMPLE_API, PATCH, pageSchema } from '../http/hal-routes';
import type { Query as Parameters } from '../query/paging';
import { SearchParameters, examplePage, showPage, type PageView } from '../query/search-page';
import { shownLocations } from './masked-locations';
import type { ResourceEntity } from './registry.entity';
import { RegistryService } from './registry.service';
import { APPLICATION, CLUSTER, capitalized, type ResourceKind } from './resource-kind';
import { DescribeResource, exampleRow, resourceHref, showResource } from './resource-view';
import { shownTags } from './shown-tags';
import { LOCATION_LIST, TAG_LIST, requireRoom } from './field-limits';

const LINKED = ', or an application is linked to a command';

/** Returns the routes that every kind of resource has (docs/contract/jobs.md, Routes). */
export function resourceController(kind: ResourceKind): Type<object> {
  const { noun, article, collection, searchable, listName, request: requestType, response, example } = kind;
  const Name = capitalized(noun);
  const row = exampleRow(kind);
  const pageOf = (api: ApiView): PageView<ResourceEntity> => ({
    api,
    path: collection,
    searchable,
    listName,
    show: (one) => showResource(kind, one, api),
  });

  @ApiController(collection)
  class ResourceController {
    constructor(private readonly registry: RegistryService) {}

    @Post()
    @Access(Role.Admin)
    @Describe(`Create ${article} ${noun}`, {
      id: `create${Name}`,
      body: { example },
      answers: {
        201: emptyAnswer('Created; `Location` is its address.', resourceHref(kind, row.id, EXAMPLE_API.href)),
        409: errorAnswer('The id is taken.'),
      },
    })
    @ApiBody({ type: requestType })
    async create(
      @Body() body: unknown,
      @Api() { href }: ApiView,
      @Res({ passthrough: true }) reply: FastifyReply,
    ): Promise<void> {
      reply.header('Location', resourceHref(kind, await this.registry.create(kind, body), href));
    }

    @CachedResponse()
    @Get()
    @DescribeHal(
      `Search ${collection}`,
      `list${Name}s`,
      pageSchema(`${Name}Page`, listName, response),
      examplePage(row, pageOf(EXAMPLE_API)),
    )
    @SearchParameters(searchable)
    async search(@Query() query: Parameters, @Api() api: ApiView): Promise<object> {
      return showPage(await this.registry.search(kind, query), pageOf(api));
    }

    @Get(':id')
    @DescribeResource(`Read ${article} ${noun}`, `get${Name}`, kind)
    async read(@Param('id') id: string, @Api() api: ApiView): Promise<object> {
      return showResource(kind, await this.registry.get(kind, id), api);
    }

    @Put(':id')
    @AdminChange(`Replace ${article} ${noun}`, `replace${Name}`, example)
    @ApiBody({ type: requestType })
    replace(@Param('id') id: string, @Body() body: unknown): Promise<void> {
      return this.registry.replace(kind, id, body);
    }

    @Patch(':id')
    @AdminChange(
      `Change ${article} ${noun} by JSON Patch`,
      `patch${Name}`,
      [{ op: 'replace', path: '/status', value: Object.values(kind.statuses)[1] }],
      { schema: PATCH, errors: { 409: 'The patch does not apply to what is there.' } },
    )
    patch(@Param('id') id: string, @Body() body: unknown): Promise<void> {
      return this.registry.patch(kind, id, body);
    }

    @Delete()
    @AdminChange(`Delete all ${collection} that are not in use`, `deleteAll${Name}s`, undefined, {
      errors: { 400: `A parameter was sent${kind === APPLICATION ? LINKED : ''}.` },
    })
    removeAll(): Promise<void> {
      return this.registry.removeAll(kind);
    }

    @Delete(':id')
    @AdminChange(`Delete ${article} ${noun}`, `delete${Name}`, undefined, {
      description: 'The resource was deleted.',
      errors: { 409: 'Another resource uses it.' },
    })
    remove(@Param('id') id: string): Promise<void> {
      return this.registry.remove(kind, id);
    }
  }
  return ResourceController;
}

/** The sets of strings that every resource has. */
export const RESOURCE_SETS = ['configs', 'dependencies', 'tags'] as const;
export type ResourceSet = (typeof RESOURCE_SETS)[number];

/** Returns the routes of one set of one kind of resource (V3-SET-1, V3-SET-2). */
export function resourceSetController(kind: ResourceKind, set: ResourceSet): Type<object> {
  const [body, example] =
    set === 'tags' ? [TAG_LIST, kind.example.tags] : [LOCATION_LIST, CLUSTER.example.configs];
  const [name, ofOne] = [capitalized(kind.noun) + capitalized(set), `${kind.article} ${kind.noun}`];

  @ApiController(kind.collection, `${kind.collection}/:id/${set}`)
  class ResourceSetController {
    constructor(private readonly registry: RegistryService) {}

    @Get()
    @Describe(`The ${set} of ${ofOne}`, {
      id: `get${name}`,
      answers: { 200: jsonAnswer(schema.list(schema.text()), example) },
    })
    async list(@Param('id') id: string, @Api() api: ApiView): Promise<readonly string[]> {
      const row = await this.registry.get(kind, id);
      if (set === 'tags') return shownTags(api.compatibility, row.document.tags, row);
      return shownLocations(row.document, row.user, api.caller)[set];
    }

    @Post()
    @AdminChange(`Add ${set} to ${ofOne}`, `add${name}`, example, body)
    add(@Param('id') id: string, @Body() given: unknown): Promise<void> {
      const added = body.read(given);
      return this.registry.edit(kind, id, (document) => {
        document[set] = [...new Set([...document[set], ...added])];
        requireRoom(set, document[set].length, body.limit);
      });
    }

    @Put()
    @AdminChange(`Replace the ${set} of ${ofOne}`, `replace${name}`, example, body)
    replace(@Param('id') id: string, @Body() given: unknown): Promise<void> {
      return this.set(id, body.read(given));
    }

    @Delete()
    @AdminChange(`Remove all ${set} of ${ofOne}`, `clear${name}`)
    clear(@Param('id') id: string): Promise<void> {
      return this.set(id, []);
    }

    private set(id: string, entries: string[]): Promise<void> {
      return this.registry.edit(kind, id, (document) => {
        document[set] = entries;
      });
    }
  }
  return ResourceSetController;
}

/** Removes one tag; configs and dependencies have no such route. */
export function tagController(kind: ResourceKind): Type<object> {
  @ApiController(kind.collection, `${kind.collection}/:id/tags`)
  class TagController {
    constructor(private readonly registry: RegistryService) {}

    @Delete(':tag')
    @AdminChange(
      `Remove one tag of ${kind.article} ${kind.noun}; those of the system stay`,
      `delete${capitalized(kind.noun)}Tag`,
    )
    remove(@Param('id') id: string, @Param('tag') tag: string): Promise<void> {
      return this.registry.edit(kind, id, (document) => {
        document.tags = document.tags.filter((one) => one !== tag);
      });
    }
  }
  return TagController;
}
