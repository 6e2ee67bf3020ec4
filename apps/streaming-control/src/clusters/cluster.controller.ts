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
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, Caller, Role, type Principal } from '@portolan/service';
import type { FastifyRequest } from 'fastify';
import { pickFields, type ListPage } from '../lists/list-page';
import { FieldsQuery } from '../lists/fields-query';
import { ListQuery, splitFields } from '../lists/list-query.dto';
import { ClusterRequest, DeleteClusterQuery } from './cluster.dto';
import type { ClusterRecord } from './cluster-record';
import { ClusterService } from './cluster.service';

/** Job clusters (streaming-control-v1, Clusters). */
@ApiTags('clusters')
@Controller('api/v1/jobClusters')
export class ClusterController {
  constructor(private readonly clusters: ClusterService) {}

  @ApiOperation({ summary: 'List job clusters' })
  @Get()
  list(@Query() query: ListQuery, @Req() request: FastifyRequest): Promise<ListPage<object>> {
    return this.clusters.list(query, request.url);
  }

  @ApiOperation({ summary: 'Create a job cluster' })
  @Post()
  @Access(Role.Submitter)
  @HttpCode(201)
  create(@Body() body: ClusterRequest, @Caller() caller: Principal | undefined): Promise<ClusterRecord> {
    return this.clusters.create(body, caller);
  }

  @ApiOperation({ summary: 'Read a job cluster' })
  @FieldsQuery()
  @Get(':clusterName')
  async read(@Param('clusterName') name: string, @Query('fields') fields?: string): Promise<object> {
    return pickFields(await this.clusters.read(name), splitFields(fields));
  }

  /** Every answer is JSON: the message is a JSON string. */
  @ApiOperation({ summary: 'Change a job cluster, with a new version' })
  @Put(':clusterName')
  @Access(Role.Submitter)
  @Header('Content-Type', 'application/json; charset=utf-8')
  async update(
    @Param('clusterName') name: string,
    @Body() body: ClusterRequest,
    @Caller() caller: Principal | undefined,
  ): Promise<string> {
    return JSON.stringify(await this.clusters.update(name, body, caller));
  }

  @ApiOperation({ summary: 'Delete a job cluster that has no active jobs' })
  @Delete(':clusterName')
  @Access(Role.Submitter)
  @HttpCode(202)
  remove(
    @Param('clusterName') name: string,
    @Query() query: DeleteClusterQuery,
    @Caller() caller: Principal | undefined,
  ): Promise<void> {
    return this.clusters.remove(name, query.user, caller);
  }
}
