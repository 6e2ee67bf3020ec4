import { Body, Controller, Get, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { readMappings } from './stream-map';
import { StreamMapQuery, StreamMapRequest } from './stream-map.dto';
import { StreamMap, type StreamJobClusterMap } from './stream-map.service';

/** The map of streams to job clusters, and its management. */
@ApiTags('clusters')
@Controller('api/v1/svc/publish/streamJobClusterMap')
export class StreamMapController {
  constructor(private readonly map: StreamMap) {}

  @Get()
  read(@Query() query: StreamMapQuery): Promise<StreamJobClusterMap> {
    return this.map.read(query.app);
  }

  @Put()
  replace(@Body() body: StreamMapRequest): Promise<StreamJobClusterMap> {
    return this.map.replace(readMappings(body.mappings));
  }
}
