import { Controller, Get, Header, HttpCode, Param, Post, Query, Req } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { HAL_JSON, link, resource } from '@portolan/hal';
import { Access, Role } from '@portolan/service';
import { refuseUnknownParameters } from '@portolan/validation';
import type { FastifyRequest } from 'fastify';
import { API_PATH, ApiAddress } from '../http/api-address';
import { NodesService } from './nodes.service';

/** The nodes that run jobs and streaming workers. */
@ApiTags('nodes')
@Controller(`${API_PATH}/nodes`)
export class NodesController {
  constructor(
    private readonly nodes: NodesService,
    private readonly address: ApiAddress,
  ) {}

  @Get()
  @ApiOperation({ summary: 'List nodes, also those that are lost' })
  @Header('Content-Type', HAL_JSON)
  async list(@Query() query: object, @Req() request: FastifyRequest): Promise<object> {
    refuseUnknownParameters(query, []);
    const self = link(`${this.address.of(request)}/nodes`);
    return resource({ _embedded: { nodeList: await this.nodes.list() } }, { self });
  }

  @Post(':id/actions/:action')
  @Access(Role.Admin)
  @HttpCode(202)
  @ApiOperation({ summary: '`cordon` (takes no more launches), `uncordon`, `drain` (workers move away too)' })
  act(@Param('id') id: string, @Param('action') action: string): Promise<void> {
    return this.nodes.act(id, action);
  }
}
