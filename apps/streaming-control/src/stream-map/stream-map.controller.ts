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

const PATH = 'svc/publish/streamJobClusterMap';

/** The job clusters of streams (V1-CLUSTER-21); publishers of older releases read a fixed address (V1-OLDER-4). */
@ApiTags('clusters')
@Controller(API_PATH)
export class StreamMapController {
  constructor(private readonly map: StreamMapService) {}

  @Describe(MAP_OF_APP, { id: ['getStreamJobClusterMap', 'getStreamJobClusterMapOlder'], answers: MAP })
  @Get([PATH, 'mantis/publish/streamJobClusterMap'])
  read(@Query() query: StreamMapQuery): Promise<StreamJobClusterMap> {
    return this.map.read(query.app);
  }

  @Describe('Replace the map of applications and streams to job clusters', {
    id: 'replaceStreamJobClusterMap',
    body: { example: examples.mappings },
    answers: MAP,
  })
  @Put(PATH)
  @Access(Role.Admin)
  replace(@Body() body: StreamMapRequest): Promise<StreamJobClusterMap> {
    return this.map.replace(readMappings(body.mappings));
  }
}
