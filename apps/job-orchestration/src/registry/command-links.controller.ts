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
import { Access, ErrorKind, Role, ServiceError } from '@portolan/service';
import type { FastifyRequest } from 'fastify';
import { API_PATH, ApiAddress } from '../http/api-address';
import type { Query as Parameters } from '../search/paging';
import { SearchParameters } from '../search/search-page';
import { CommandApplicationsService } from './command-applications.service';
import { CommandClustersService } from './command-clusters.service';
import { APPLICATION, CLUSTER, COMMAND } from './resource-kind';
import { listResource } from './resource-view';
import { readIds } from './text-list';

const IDS = { schema: { type: 'array', items: { type: 'string', minLength: 1 } } };

/** What commands, applications and clusters have to do with each other (reference: jobs §1.3 to §1.5). */
@ApiTags('links')
@Controller(API_PATH)
export class CommandLinksController {
  constructor(
    private readonly applications: CommandApplicationsService,
    private readonly clusters: CommandClustersService,
    private readonly address: ApiAddress,
  ) {}

  @Get('commands/:id/applications')
  @ApiOperation({ summary: 'Applications of a command, in order' })
  @Header('Content-Type', HAL_JSON)
  async applicationsOf(@Param('id') id: string, @Req() request: FastifyRequest): Promise<object[]> {
    const api = this.address.view(request);
    return (await this.applications.list(id)).map((row) => listResource(APPLICATION, row, api));
  }

  @Post('commands/:id/applications')
  @Access(Role.Admin)
  @HttpCode(204)
  @ApiOperation({ summary: 'Add applications to a command' })
  @ApiBody(IDS)
  addApplications(@Param('id') id: string, @Body() body: unknown): Promise<void> {
    const ids = readIds(body);
    if (ids.length === 0) throw new ServiceError(ErrorKind.Constraint, 'No application ids entered');
    return this.applications.add(id, ids);
  }

  @Put('commands/:id/applications')
  @Access(Role.Admin)
  @HttpCode(204)
  @ApiOperation({ summary: 'Set the applications of a command' })
  @ApiBody(IDS)
  setApplications(@Param('id') id: string, @Body() body: unknown): Promise<void> {
    return this.applications.set(id, readIds(body));
  }

  @Delete('commands/:id/applications')
  @Access(Role.Admin)
  @HttpCode(204)
  @ApiOperation({ summary: 'Unlink all applications of a command' })
  removeApplications(@Param('id') id: string): Promise<void> {
    return this.applications.set(id, []);
  }

  @Delete('commands/:id/applications/:applicationId')
  @Access(Role.Admin)
  @HttpCode(204)
  @ApiOperation({ summary: 'Unlink one application of a command' })
  removeApplication(@Param('id') id: string, @Param('applicationId') other: string): Promise<void> {
    return this.applications.remove(id, other);
  }

  @Get('commands/:id/clusters')
  @ApiOperation({ summary: 'Clusters that a command can run on' })
  @SearchParameters(CLUSTER.searchable, { only: ['status'], paged: false })
  @Header('Content-Type', HAL_JSON)
  async clustersOf(
    @Param('id') id: string,
    @Query() query: Parameters,
    @Req() request: FastifyRequest,
  ): Promise<object[]> {
    const api = this.address.view(request);
    return (await this.clusters.clusters(id, query)).map((row) => listResource(CLUSTER, row, api));
  }

  @Get('applications/:id/commands')
  @ApiOperation({ summary: 'Commands that depend on an application' })
  @SearchParameters(COMMAND.searchable, { only: ['status'], paged: false })
  @Header('Content-Type', HAL_JSON)
  async commandsOfApplication(
    @Param('id') id: string,
    @Query() query: Parameters,
    @Req() request: FastifyRequest,
  ): Promise<object[]> {
    const api = this.address.view(request);
    const rows = await this.clusters.commandsOfApplication(id, query);
    return rows.map((row) => listResource(COMMAND, row, api));
  }
}
