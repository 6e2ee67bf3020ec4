import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { link, resource, type Resource } from '@portolan/hal';
import { Field, schema } from '@portolan/service';
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
    // Needs neither database nor Redis.
    { never: [503] },
  )
  root(@Api() api: ApiView): Resource<RootResponse> {
    return showRoot(api.href);
  }
}
