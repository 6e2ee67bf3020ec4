import { Controller, Get, Header, Req } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { HAL_JSON, link, resource } from '@portolan/hal';
import type { FastifyRequest } from 'fastify';
import { API_PATH, ApiAddress } from './api-address';

/** Where a client that follows links begins (reference: jobs §1.1). */
@ApiTags('root')
@Controller(API_PATH)
export class RootController {
  constructor(private readonly address: ApiAddress) {}

  @Get()
  @ApiOperation({ summary: 'Links to all collections' })
  @Header('Content-Type', HAL_JSON)
  root(@Req() request: FastifyRequest): object {
    const api = this.address.of(request);
    const collections = ['applications', 'commands', 'clusters', 'jobs'];
    return resource(
      { description: 'Job Orchestration Service API v3' },
      { self: link(api), ...Object.fromEntries(collections.map((name) => [name, link(`${api}/${name}`)])) },
    );
  }
}
