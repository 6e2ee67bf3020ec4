import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { link, resource, type Resource } from '@portolan/hal';
import { Describe, Field, jsonAnswer, schema } from '@portolan/service';
import { JobOrchestrationConfig } from '../config/job-orchestration-config';
import { API_PATH, Api, type ApiView } from './api-address';
import { DescribeHal, EXAMPLE_API, halSchema } from './hal-routes';

class RootResponse {
  @Field(schema.text()) description!: string;
}

const COLLECTIONS = ['applications', 'commands', 'clusters', 'jobs'];

const showRoot = (api: string): Resource<RootResponse> =>
  resource(
    { description: 'Job Orchestration Service API v3' },
    { self: link(api), ...Object.fromEntries(COLLECTIONS.map((name) => [name, link(`${api}/${name}`)])) },
  );

/** The entry point of clients that follow links (docs/contract/jobs.md, Routes). */
@ApiTags('root')
@Controller(API_PATH)
export class RootController {
  @Get()
  @DescribeHal(
    'List links to all collections',
    'getRoot',
    halSchema(RootResponse),
    showRoot(EXAMPLE_API.href),
    {
      never: [503],
    },
  )
  root(@Api() api: ApiView): Resource<RootResponse> {
    return showRoot(api.href);
  }
}

/** The release, at the address where clients of Genie expect it. */
class AdminInfoResponse {
  @Field(schema.named('GenieRelease', schema.object({ version: schema.text() }))) genie!: { version: string };
}

/** The address at which clients of Genie read the version; exists with `COMPATIBILITY=genie` only (V3-COMPAT-5). */
@ApiTags('root')
@Controller('admin')
export class AdminController {
  constructor(private readonly config: JobOrchestrationConfig) {}

  @Get('info')
  @Describe('The release of the API', {
    id: 'getAdminInfo',
    answers: { 200: jsonAnswer(schema.ref(AdminInfoResponse), { genie: { version: '4.3' } }) },
  })
  info(): AdminInfoResponse {
    return { genie: { version: this.config.API_RELEASE } };
  }
}
