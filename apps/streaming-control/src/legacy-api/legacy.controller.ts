import {
  Body,
  Controller,
  Get,
  Header,
  HttpCode,
  Param,
  Post,
  UseInterceptors,
  applyDecorators,
} from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  Access,
  Caller,
  Describe,
  Role,
  jsonAnswer,
  schema,
  type AnswerNote,
  type Principal,
} from '@portolan/service';
import { ClusterActionsService } from '../cluster-actions/cluster-actions.service';
import {
  ClusterActionRequest,
  JobClusterRequest,
  NamedSchedulingInfoRequest,
  UpdateArtifactRequest,
  UpdateLabelRequest,
  UpdateMigrationStrategyRequest,
  UpdateSlaRequest,
} from '../clusters/cluster.dto';
import { JobClusterResponse } from '../clusters/cluster-record';
import { ClusterService } from '../clusters/cluster.service';
import { PostJobStatusRequest } from '../lifecycle/worker-status.dto';
import { WorkerStatusService } from '../lifecycle/worker-status.service';
import { NAME_TAKEN, NO_CLUSTER, textAnswer } from '../openapi/answers';
import { CLUSTER_CHANGES, type ClusterChange } from '../openapi/cluster-changes';
import * as examples from '../openapi/examples';
import { NamedInBody } from './named-in-body';

/** Declares a route below `namedjob`, which answers 200 with the text `<clusterName> <message>`. */
function Legacy(
  path: string,
  change: ClusterChange,
  message: string,
  errors: Record<number, AnswerNote> = { 404: NO_CLUSTER },
): MethodDecorator {
  const { summary, example } = CLUSTER_CHANGES[change];
  const answers = { 200: textAnswer(`${examples.CLUSTER} ${message}`, 'Done.'), ...errors };
  return applyDecorators(
    Post(path),
    HttpCode(200),
    Header('Content-Type', 'text/plain; charset=utf-8'),
    Describe(summary, { id: `${change}Older`, isAlias: true, body: { example }, answers }),
  );
}

/** Job clusters at the addresses from before v1 (V1-OLDER-1). Errors are those of v1. */
@ApiTags('older addresses')
@Access(Role.Submitter)
@UseInterceptors(NamedInBody)
@Controller('api/namedjob')
export class LegacyClustersController {
  constructor(
    private readonly clusters: ClusterService,
    private readonly actions: ClusterActionsService,
  ) {}

  @Legacy('create', 'create', 'created', { 409: NAME_TAKEN })
  async create(@Body() body: JobClusterRequest, @Caller() caller?: Principal) {
    const { name } = await this.clusters.create(body, caller);
    return `${name} created`;
  }

  @Legacy('update', 'update', 'Job cluster updated')
  update(@Body() body: JobClusterRequest, @Caller() caller?: Principal) {
    return this.clusters.update(body.jobDefinition.name, body, caller);
  }

  @Legacy('delete', 'delete', 'deleted')
  async remove(@Body() { name, user }: ClusterActionRequest, @Caller() caller?: Principal) {
    await this.actions.remove(name, user, caller);
    return `${name} deleted`;
  }

  @Legacy('quickupdate', 'updateArtifact', 'artifact updated')
  async updateArtifact(@Body() body: UpdateArtifactRequest, @Caller() caller?: Principal) {
    await this.actions.updateArtifact(body.name, body, caller);
    return `${body.name} artifact updated`;
  }

  @Legacy('updateschedulinginfo', 'updateSchedulingInfo', 'schedulingInfo updated')
  async updateSchedulingInfo(@Body() body: NamedSchedulingInfoRequest, @Caller() caller?: Principal) {
    await this.actions.updateSchedulingInfo(body.name, body, caller);
    return `${body.name} schedulingInfo updated`;
  }

  @Legacy('updatesla', 'updateSla', 'SLA updated')
  async updateSla(@Body() body: UpdateSlaRequest, @Caller() caller?: Principal) {
    await this.actions.updateSla(body.name, body, caller);
    return `${body.name} SLA updated`;
  }

  @Legacy('updatelabels', 'updateLabels', 'labels updated')
  async updateLabels(@Body() body: UpdateLabelRequest, @Caller() caller?: Principal) {
    await this.actions.updateLabels(body.name, body, caller);
    return `${body.name} labels updated`;
  }

  @Legacy('migratestrategy', 'updateMigration', 'worker migration config updated')
  async updateMigrationStrategy(@Body() body: UpdateMigrationStrategyRequest, @Caller() caller?: Principal) {
    await this.actions.updateMigrationStrategy(body.name, body, caller);
    return `${body.name} worker migration config updated`;
  }

  @Legacy('enable', 'enable', 'enabled')
  async enable(@Body() body: ClusterActionRequest, @Caller() caller?: Principal) {
    await this.actions.enable(body.name, body, caller);
    return `${body.name} enabled`;
  }

  @Legacy('disable', 'disable', 'disabled')
  async disable(@Body() body: ClusterActionRequest, @Caller() caller?: Principal) {
    await this.actions.disable(body.name, body, caller);
    return `${body.name} disabled`;
  }

  /** Clients ask here whether a cluster exists: an unknown one is an empty list. */
  @Describe('Read a job cluster, as a list', {
    id: 'getJobClusterOlder',
    isAlias: true,
    never: [404],
    answers: { 200: jsonAnswer(schema.list(schema.ref(JobClusterResponse)), [examples.clusterRecord]) },
  })
  @Get('list/:clusterName')
  @Access(Role.Reader)
  async list(@Param('clusterName') name: string, @Caller() caller?: Principal) {
    const record = await this.clusters.readIfKnown(name, caller);
    return record ? [record] : [];
  }
}

/** The address from before v1 to which workers post (V1-OLDER-2). */
@ApiTags('older addresses')
@Controller('api')
export class LegacyStatusController {
  constructor(private readonly status: WorkerStatusService) {}

  @Describe('Report the status of a worker', {
    id: 'postStatusOlder',
    isAlias: true,
    body: { example: examples.status },
    answers: { 200: textAnswer('worker status taken', 'Done.') },
  })
  @Post('postjobstatus')
  @Access(Role.Admin, { launch: {}, audit: 'refusals' })
  @HttpCode(200)
  @Header('Content-Type', 'text/plain; charset=utf-8')
  async post(@Body() body: PostJobStatusRequest, @Caller() caller?: Principal): Promise<string> {
    await this.status.post(body, caller);
    return 'worker status taken';
  }
}
