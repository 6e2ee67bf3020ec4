import { Controller, Get, Query, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Describe, jsonAnswer, schema, publicUrl } from '@portolan/service';
import type { FastifyRequest } from 'fastify';
import { StreamingConfig } from '../config/streaming-config';
import { API_PATH } from '../http/api-path';
import { MasterConfig, MasterInfo, masterConfigs, masterInfo } from './master-info';
import { NoParameters } from '../query/query-parameters.dto';
import * as examples from '../openapi/examples';

const EXAMPLE = masterInfo('https://streams.example.org', examples.SUBMITTED);

/** Describes the service itself (V1-ADMIN-1, V1-ADMIN-2). */
@ApiTags('admin')
@Controller(API_PATH)
export class MasterInfoController {
  private readonly startedAt = Date.now();

  constructor(private readonly config: StreamingConfig) {}

  @Describe('Get the address of the API as clients reach it', {
    id: 'getMasterInfo',
    never: [503],
    answers: { 200: jsonAnswer(schema.ref(MasterInfo), EXAMPLE) },
  })
  @Get('masterInfo')
  info(@Req() request: FastifyRequest, @Query() _query: NoParameters): MasterInfo {
    return masterInfo(publicUrl(this.config, request), this.startedAt);
  }

  @Describe('Get the settings that clients of the platform need', {
    id: 'getMasterConfigs',
    never: [503],
    answers: { 200: jsonAnswer(schema.list(schema.ref(MasterConfig)), masterConfigs()) },
  })
  @Get('masterConfigs')
  configs(@Query() _query: NoParameters): MasterConfig[] {
    return masterConfigs();
  }
}
