import { Get, Param } from '@nestjs/common';
import { Api, ApiController, type ApiView } from '../http/api-address';
import { DescribeHal, EXAMPLE_API, halSchema } from '../http/hal-routes';
import { EXAMPLE_JOB } from '../jobs/job-example';
import { JobsService } from '../jobs/jobs.service';
import { APPLICATION, CLUSTER, COMMAND } from '../registry/resource-kind';
import { DescribeListed, DescribeResource, listResources, showResource } from '../registry/resource-view';
import { showExecution, showJob, showMetadata, showRequest } from './job-view';
import {
  JobExecutionResponse,
  JobMetadataResponse,
  JobRequestViewResponse,
  JobResponse,
} from './job-views.dto';
import { JobQueueService } from '../waiting/job-queue.service';
import { JobViewsService } from './job-views.service';

/** The views of a job (V3-JOB-4, V3-JOB-5). */
@ApiController('jobs')
export class JobViewsController {
  constructor(
    private readonly jobs: JobsService,
    private readonly views: JobViewsService,
    private readonly queue: JobQueueService,
  ) {}

  @Get(':id')
  @DescribeHal('Read a job', 'getJob', halSchema(JobResponse), showJob(EXAMPLE_JOB, EXAMPLE_API, 0))
  async read(@Param('id') id: string, @Api() api: ApiView): Promise<object> {
    return showJob(await this.queue.explained(await this.jobs.get(id)), api, Date.now());
  }

  @Get(':id/request')
  @DescribeHal(
    'Get the request of a job',
    'getJobRequest',
    halSchema(JobRequestViewResponse),
    showRequest(EXAMPLE_JOB, EXAMPLE_API),
  )
  async request(@Param('id') id: string, @Api() api: ApiView): Promise<object> {
    return showRequest(await this.jobs.get(id), api);
  }

  @Get(':id/execution')
  @DescribeHal(
    'Get the execution settings of a job',
    'getJobExecution',
    halSchema(JobExecutionResponse),
    showExecution(
      { job: EXAMPLE_JOB, launcher: null, attemptStarted: EXAMPLE_JOB.started, checkDelay: null },
      EXAMPLE_API,
    ),
  )
  async execution(@Param('id') id: string, @Api() api: ApiView): Promise<object> {
    return showExecution(await this.views.execution(id), api);
  }

  @Get(':id/cluster')
  @DescribeResource('Get the cluster that was selected for a job', 'getJobCluster', CLUSTER)
  async cluster(@Param('id') id: string, @Api() api: ApiView): Promise<object> {
    return showResource(CLUSTER, await this.views.cluster(id), api);
  }

  @Get(':id/command')
  @DescribeResource('Get the command that was selected for a job', 'getJobCommand', COMMAND)
  async command(@Param('id') id: string, @Api() api: ApiView): Promise<object> {
    return showResource(COMMAND, await this.views.command(id), api);
  }

  @Get(':id/applications')
  @DescribeListed('List the applications of a job, in order', 'getJobApplications', APPLICATION)
  async applications(@Param('id') id: string, @Api() api: ApiView): Promise<object[]> {
    return listResources(APPLICATION, await this.views.applications(id), api);
  }
}

/** The metadata of jobs; releases before 4.0 do not have this route. */
@ApiController('jobs', 'jobs/:id/metadata')
export class JobMetadataController {
  constructor(private readonly jobs: JobsService) {}

  @Get()
  @DescribeHal(
    'Get the metadata of a job: its client, and the size of its output',
    'getJobMetadata',
    halSchema(JobMetadataResponse),
    showMetadata(EXAMPLE_JOB, EXAMPLE_API),
  )
  async metadata(@Param('id') id: string, @Api() api: ApiView): Promise<object> {
    return showMetadata(await this.jobs.get(id), api);
  }
}
