import { Body, Controller, Get, Put, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, Role } from '@portolan/service';
import { readMappings } from './stream-map';
import { StreamMapQuery, StreamMapRequest } from './stream-map.dto';
import { StreamMap, type StreamJobClusterMap } from './stream-map.service';

/** The map of streams to job clusters, and its management. */
@ApiTags('clusters')
@Controller('api/v1/svc/publish/streamJobClusterMap')
export class StreamMapController {
  constructor(private readonly map: StreamMap) {}

  @ApiOperation({ summary: 'Which job cluster has the streams of an application' })
  @Get()
  read(@Query() query: StreamMapQuery): Promise<StreamJobClusterMap> {
    return this.map.read(query.app);
  }

  @ApiOperation({ summary: 'Replace the map of applications and streams to job clusters' })
  @Put()
  @Access(Role.Admin)
  replace(@Body() body: StreamMapRequest): Promise<StreamJobClusterMap> {
    return this.map.replace(readMappings(body.mappings));
  }
}
