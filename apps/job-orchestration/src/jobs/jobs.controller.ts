import { Controller, Delete, Get, Header, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { HAL_JSON } from '@portolan/hal';
import { Access, Caller, Role, type Principal } from '@portolan/service';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { API_PATH, ApiAddress } from '../http/api-address';
import { ChecksParameters } from '../http/removal-parameters.guard';
import { APPLICATION, CLUSTER, COMMAND } from '../registry/resource-kind';
import { listResource, showResource } from '../registry/resource-view';
import type { Query as Parameters } from '../search/paging';
import { SearchParameters, showPage } from '../search/search-page';
import { JobSubmission } from './job-request.dto';
import { BulkKillService } from './bulk-kill/bulk-kill.service';
import { jobSearchable } from './search/job-searchable';
import { jobHref, showExecution, showJob, showRequest, showSummary } from './job-view';
import { JobExecutions } from './job-executions.service';
import { JobsService } from './jobs.service';
import { SubmissionService } from './submission.service';

const DOCUMENTED_SEARCH = jobSearchable('4.3');

/** Jobs over HTTP (job-orchestration-v3, Jobs). */
@ApiTags('jobs')
@Controller(`${API_PATH}/jobs`)
export class JobsController {
  constructor(
    private readonly submissions: SubmissionService,
    private readonly jobs: JobsService,
    private readonly executions: JobExecutions,
    private readonly bulkKills: BulkKillService,
    private readonly address: ApiAddress,
  ) {}

  @Post()
  @Access(Role.Submitter)
  @HttpCode(202)
  @ApiOperation({ summary: 'Submit a job' })
  @ApiResponse({ status: 202, description: 'It will run; `Location` tells where to ask for it.' })
  @ApiResponse({ status: 404, description: 'An application that it names does not exist.' })
  @ApiResponse({ status: 409, description: 'The id is taken.' })
  @ApiConsumes('application/json', 'multipart/form-data')
  @ApiBody({
    type: JobSubmission,
    description: 'As `multipart/form-data`: this as the part `request`, files as parts `attachment`.',
  })
  @ApiResponse({ status: 413, description: 'Attachments are too many or too large.' })
  @ApiResponse({ status: 429, description: 'The user has too many active jobs.' })
  @ApiResponse({ status: 503, description: 'No jobs are taken now.' })
  @ApiResponse({ status: 412, description: 'A rule is broken, or nothing matches.' })
  async submit(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const id = await this.submissions.receive(request);
    reply.header('Location', jobHref(id, this.address.of(request)));
  }

  @Get()
  @ApiOperation({ summary: 'Search jobs' })
  @SearchParameters(DOCUMENTED_SEARCH)
  @Header('Content-Type', HAL_JSON)
  async search(@Query() query: Parameters, @Req() request: FastifyRequest): Promise<object> {
    const api = this.address.view(request);
    const now = Date.now();
    return showPage(await this.jobs.search(query), {
      api,
      path: 'jobs',
      searchable: this.jobs.searchable,
      listName: 'jobSearchResultList',
      show: (job) => showSummary(job, api, now),
    });
  }

  @Get(':id')
  @ApiOperation({ summary: 'Read a job' })
  @Header('Content-Type', HAL_JSON)
  async read(@Param('id') id: string, @Req() request: FastifyRequest): Promise<object> {
    return showJob(await this.jobs.get(id), this.address.view(request), Date.now());
  }

  @Delete()
  @ChecksParameters()
  @Access(Role.Submitter)
  @HttpCode(202)
  @ApiOperation({ summary: 'Kill all jobs that the filters find; at least one filter is needed' })
  @SearchParameters(DOCUMENTED_SEARCH, { paged: false })
  @ApiResponse({ status: 202, description: 'They will be killed; those that are over stay as they are.' })
  killAll(@Query() query: Parameters, @Caller() caller: Principal | undefined): Promise<void> {
    return this.bulkKills.request(query, caller);
  }

  @Delete(':id')
  @Access(Role.Submitter)
  @HttpCode(202)
  @ApiOperation({ summary: 'Kill a job' })
  kill(@Param('id') id: string, @Caller() caller: Principal | undefined): Promise<void> {
    return this.jobs.kill(id, caller);
  }

  @Post(':id/rerun')
  @Access(Role.Submitter)
  @HttpCode(202)
  @ApiOperation({ summary: 'Submit the same request once more, with its attachments' })
  async rerun(
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const created = await this.submissions.rerun(id, request);
    reply.header('Location', jobHref(created, this.address.of(request)));
  }

  @Get(':id/request')
  @ApiOperation({ summary: 'What was asked for' })
  @Header('Content-Type', HAL_JSON)
  async request(@Param('id') id: string, @Req() request: FastifyRequest): Promise<object> {
    return showRequest(await this.jobs.get(id), this.address.view(request));
  }

  @Get(':id/execution')
  @ApiOperation({ summary: 'How it is carried out' })
  @Header('Content-Type', HAL_JSON)
  async execution(@Param('id') id: string, @Req() request: FastifyRequest): Promise<object> {
    return showExecution(await this.executions.of(id), this.address.view(request));
  }

  @Get(':id/cluster')
  @ApiOperation({ summary: 'The cluster that was selected' })
  @Header('Content-Type', HAL_JSON)
  async cluster(@Param('id') id: string, @Req() request: FastifyRequest): Promise<object> {
    return showResource(CLUSTER, await this.jobs.cluster(id), this.address.view(request));
  }

  @Get(':id/command')
  @ApiOperation({ summary: 'The command that was selected' })
  @Header('Content-Type', HAL_JSON)
  async command(@Param('id') id: string, @Req() request: FastifyRequest): Promise<object> {
    return showResource(COMMAND, await this.jobs.command(id), this.address.view(request));
  }

  @Get(':id/applications')
  @ApiOperation({ summary: 'The applications that it runs with, in order' })
  @Header('Content-Type', HAL_JSON)
  async applications(@Param('id') id: string, @Req() request: FastifyRequest): Promise<object[]> {
    const api = this.address.view(request);
    return (await this.jobs.applications(id)).map((row) => listResource(APPLICATION, row, api));
  }
}
