import {
  Body,
  Controller,
  Delete,
  Get,
  Header,
  HttpCode,
  Param,
  Post,
  Put,
  Query,
  Req,
} from '@nestjs/common';
import { ApiBody, ApiOperation, ApiTags } from '@nestjs/swagger';
import { HAL_JSON } from '@portolan/hal';
import { Access, Role } from '@portolan/service';
import type { FastifyRequest } from 'fastify';
import { API_PATH, ApiAddress } from '../http/api-address';
import type { Query as Parameters } from '../search/paging';
import { SearchParameters } from '../search/search-page';
import { ClusterCommandsService } from './cluster-commands.service';
import { COMMAND } from './resource-kind';
import { listResource } from './resource-view';
import { readIds } from './text-list';

const IDS = { schema: { type: 'array', items: { type: 'string', minLength: 1 } } };

/** The commands of a cluster, with the verbs that provisioning scripts of every release call (reference: jobs §1.4). */
@ApiTags('links')
@Controller(`${API_PATH}/clusters/:id/commands`)
export class ClusterCommandsController {
  constructor(
    private readonly commands: ClusterCommandsService,
    private readonly address: ApiAddress,
  ) {}

  @Get()
  @ApiOperation({ summary: 'Commands that can run on a cluster' })
  @SearchParameters(COMMAND.searchable, { only: ['status'], paged: false })
  @Header('Content-Type', HAL_JSON)
  async list(
    @Param('id') id: string,
    @Query() query: Parameters,
    @Req() request: FastifyRequest,
  ): Promise<object[]> {
    const api = this.address.view(request);
    return (await this.commands.list(id, query)).map((row) => listResource(COMMAND, row, api));
  }

  @Post()
  @Access(Role.Admin)
  @HttpCode(204)
  @ApiOperation({ summary: 'Add commands to a cluster (3.2; later releases take it and do nothing)' })
  @ApiBody(IDS)
  add(@Param('id') id: string, @Body() body: unknown): Promise<void> {
    return this.commands.add(id, readIds(body));
  }

  @Put()
  @Access(Role.Admin)
  @HttpCode(204)
  @ApiOperation({ summary: 'Set the commands of a cluster (3.2; later releases take it and do nothing)' })
  @ApiBody(IDS)
  set(@Param('id') id: string, @Body() body: unknown): Promise<void> {
    return this.commands.set(id, readIds(body));
  }

  @Delete()
  @Access(Role.Admin)
  @HttpCode(204)
  @ApiOperation({ summary: 'Unlink all commands of a cluster (3.2; later releases take it and do nothing)' })
  clear(@Param('id') id: string): Promise<void> {
    return this.commands.set(id, []);
  }

  @Delete(':commandId')
  @Access(Role.Admin)
  @HttpCode(204)
  @ApiOperation({ summary: 'Unlink one command of a cluster (3.2; later releases take it and do nothing)' })
  remove(@Param('id') id: string, @Param('commandId') commandId: string): Promise<void> {
    return this.commands.remove(id, commandId);
  }
}
