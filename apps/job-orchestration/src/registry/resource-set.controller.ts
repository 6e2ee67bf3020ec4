import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, type Type } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, Caller, Role, type Principal } from '@portolan/service';
import { API_PATH } from '../http/api-address';
import { shownLocations } from '../http/shown-locations';
import { FILES_LIMIT, TAGS_LIMIT, requireRoom } from './list-limits';
import { shownTags } from '../compatibility/genie';
import { JobOrchestrationConfig } from '../job-orchestration-config';
import { RegistryService } from './registry.service';
import type { ResourceKind } from './resource-kind';
import { readLocations, readTags } from './text-list';

/** The sets of strings that every resource has. */
export const RESOURCE_SETS = ['configs', 'dependencies', 'tags'] as const;
export type ResourceSet = (typeof RESOURCE_SETS)[number];

const union = (one: readonly string[], other: readonly string[]): string[] => [
  ...new Set([...one, ...other]),
];

/** The routes of one set of one kind of resource (reference: jobs §1.2). */
export function resourceSetController(kind: ResourceKind, set: ResourceSet): Type<object> {
  const read = set === 'tags' ? readTags : readLocations;
  const strings = { schema: { type: 'array', items: { type: 'string', minLength: 1 } } };

  @ApiTags(kind.collection)
  @Controller(`${API_PATH}/${kind.collection}/:id/${set}`)
  class ResourceSetController {
    constructor(
      private readonly registry: RegistryService,
      private readonly config: JobOrchestrationConfig,
    ) {}

    @Get()
    @ApiOperation({ summary: `The ${set} of ${kind.article} ${kind.noun}` })
    async list(@Param('id') id: string, @Caller() caller: Principal | undefined): Promise<readonly string[]> {
      const row = await this.registry.get(kind, id);
      if (set === 'tags') return shownTags(this.config.COMPATIBILITY, row.document.tags, row);
      return shownLocations(row.document, row.user, caller)[set];
    }

    @Post()
    @Access(Role.Admin)
    @HttpCode(204)
    @ApiOperation({ summary: `Add ${set} to ${kind.article} ${kind.noun}` })
    @ApiBody(strings)
    add(@Param('id') id: string, @Body() body: unknown): Promise<void> {
      const added = read(body);
      return this.registry.edit(kind, id, (document) => {
        document[set] = union(document[set], added);
        requireRoom(set, document[set].length, set === 'tags' ? TAGS_LIMIT : FILES_LIMIT);
      });
    }

    @Put()
    @Access(Role.Admin)
    @HttpCode(204)
    @ApiOperation({ summary: `Replace the ${set} of ${kind.article} ${kind.noun}` })
    @ApiBody(strings)
    replace(@Param('id') id: string, @Body() body: unknown): Promise<void> {
      const entries = read(body);
      return this.registry.edit(kind, id, (document) => {
        document[set] = entries;
      });
    }

    @Delete()
    @Access(Role.Admin)
    @HttpCode(204)
    @ApiOperation({ summary: `Remove all ${set} of ${kind.article} ${kind.noun}` })
    clear(@Param('id') id: string): Promise<void> {
      return this.registry.edit(kind, id, (document) => {
        document[set] = [];
      });
    }
  }
  return ResourceSetController;
}

/** Removal of one tag; configs and dependencies have nothing like it. */
export function tagController(kind: ResourceKind): Type<object> {
  @ApiTags(kind.collection)
  @Controller(`${API_PATH}/${kind.collection}/:id/tags`)
  class TagController {
    constructor(private readonly registry: RegistryService) {}

    @Delete(':tag')
    @Access(Role.Admin)
    @HttpCode(204)
    @ApiOperation({ summary: `Remove one tag of ${kind.article} ${kind.noun}; those of the system stay` })
    remove(@Param('id') id: string, @Param('tag') tag: string): Promise<void> {
      return this.registry.edit(kind, id, (document) => {
        document.tags = document.tags.filter((one) => one !== tag);
      });
    }
  }
  return TagController;
}
