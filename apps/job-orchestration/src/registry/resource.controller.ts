import {
  Body,
  Controller,
  Delete,
  Get,
  Header,
  HttpCode,
  Param,
  Patch,
  Post,
  Put,
  Query,
  Req,
  Res,
  type Type,
} from '@nestjs/common';
import { ApiBody, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { HAL_JSON } from '@portolan/hal';
import { Access, Role } from '@portolan/service';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { API_PATH, ApiAddress } from '../http/api-address';
import type { Query as Parameters } from '../search/paging';
import { SearchParameters, showPage } from '../search/search-page';
import { RegistryService } from './registry.service';
import type { ResourceKind } from './resource-kind';
import { resourceHref, showResource } from './resource-view';

/** The routes that every kind of resource has (reference: jobs §1.2). */
export function resourceController(kind: ResourceKind): Type<object> {
  const { noun, article, collection, searchable, listName } = kind;

  @ApiTags(collection)
  @Controller(`${API_PATH}/${collection}`)
  class ResourceController {
    constructor(
      private readonly registry: RegistryService,
      private readonly address: ApiAddress,
    ) {}

    @Post()
    @Access(Role.Admin)
    @ApiOperation({ summary: `Create ${article} ${noun}` })
    @ApiBody({ type: kind.request })
    @ApiResponse({ status: 201, description: 'Created; `Location` tells where.' })
    @ApiResponse({ status: 409, description: 'The id is taken.' })
    async create(
      @Body() body: unknown,
      @Req() request: FastifyRequest,
      @Res({ passthrough: true }) reply: FastifyReply,
    ): Promise<void> {
      const id = await this.registry.create(kind, body);
      reply.header('Location', resourceHref(kind, id, this.address.of(request)));
    }

    @Get()
    @ApiOperation({ summary: `Search ${collection}` })
    @SearchParameters(searchable)
    @Header('Content-Type', HAL_JSON)
    async search(@Query() query: Parameters, @Req() request: FastifyRequest): Promise<object> {
      const api = this.address.view(request);
      return showPage(await this.registry.search(kind, query), {
        api,
        path: collection,
        searchable,
        listName,
        show: (row) => showResource(kind, row, api),
      });
    }

    @Get(':id')
    @ApiOperation({ summary: `Read ${article} ${noun}` })
    @Header('Content-Type', HAL_JSON)
    async read(@Param('id') id: string, @Req() request: FastifyRequest): Promise<object> {
      return showResource(kind, await this.registry.get(kind, id), this.address.view(request));
    }

    @Put(':id')
    @Access(Role.Admin)
    @HttpCode(204)
    @ApiOperation({ summary: `Replace ${article} ${noun}` })
    @ApiBody({ type: kind.request })
    replace(@Param('id') id: string, @Body() body: unknown): Promise<void> {
      return this.registry.replace(kind, id, body);
    }

    @Patch(':id')
    @Access(Role.Admin)
    @HttpCode(204)
    @ApiOperation({ summary: `Change ${article} ${noun} by JSON Patch` })
    @ApiBody({ schema: { type: 'array', items: { type: 'object' } } })
    patch(@Param('id') id: string, @Body() body: unknown): Promise<void> {
      return this.registry.patch(kind, id, body);
    }

    @Delete()
    @Access(Role.Admin)
    @HttpCode(204)
    @ApiOperation({ summary: `Delete all ${collection} that are not in use` })
    removeAll(): Promise<void> {
      return this.registry.removeAll(kind);
    }

    @Delete(':id')
    @Access(Role.Admin)
    @HttpCode(204)
    @ApiOperation({ summary: `Delete ${article} ${noun}` })
    @ApiResponse({ status: 204, description: 'It is gone.' })
    @ApiResponse({ status: 409, description: 'In use.' })
    remove(@Param('id') id: string): Promise<void> {
      return this.registry.remove(kind, id);
    }
  }
  return ResourceController;
}
