import { Body, Controller, Get, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Describe, jsonAnswer, schema, Access, Role } from '@portolan/service';
import { API_PATH } from '../http/api-path';
import * as examples from '../openapi/examples';
import { readMappings } from './stream-map';
import { StreamMapQuery, StreamMapRequest } from './stream-map.dto';
import { StreamMapService, StreamJobClusterMap } from './stream-map.service';

const MAP_OF_APP = 'Get the job clusters of the streams of an application';
const MAP = { 200: jsonAnswer(schema.ref(StreamJobClusterMap), examples.streamMap) };

@ApiTags('clusters')
@Controller(`${API_PATH}/svc/publish/streamJobClusterMap`)
export class StreamMapController {
  constructor(private readonly map: StreamMapService) {}

  @Describe(MAP_OF_APP, { id: 'getStreamJobClusterMap', answers: MAP })
  @Get()
  read(@Query() query: StreamMapQuery): Promise<StreamJobClusterMap> {
    return this.map.read(query.app);
  }

  @Describe('Replace the map of applications and streams to job clusters', {
    id: 'replaceStreamJobClusterMap',
    body: { example: examples.mappings },
    answers: MAP,
  })
  @Put()
  @Access(Role.Admin)
  replace(@Body() body: StreamMapRequest): Promise<StreamJobClusterMap> {
    return this.map.replace(readMappings(body.mappings));
  }
}
