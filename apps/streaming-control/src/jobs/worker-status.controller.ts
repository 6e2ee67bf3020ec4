import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, Caller, Role, type Principal } from '@portolan/service';
import { PostJobStatusRequest } from './job.dto';
import { WorkerStatusService } from './worker-status.service';

/** Where workers report: the address of the contract, and the one that existing workers know. */
@ApiTags('jobs')
@Controller('api/v1/jobs')
export class WorkerStatusController {
  constructor(private readonly status: WorkerStatusService) {}

  @ApiOperation({ summary: 'A worker tells its status' })
  @Post('actions/postJobStatus')
  @Access(Role.Admin, { launch: {}, audit: 'refusals' })
  @HttpCode(204)
  post(@Body() body: PostJobStatusRequest, @Caller() caller: Principal | undefined): Promise<void> {
    return this.status.post(body, caller?.launch?.jobId);
  }

  @ApiOperation({ summary: 'A worker tells its status, with its job in the address' })
  @Post(':jobId/actions/postJobStatus')
  @Access(Role.Admin, { launch: { param: 'jobId' }, audit: 'refusals' })
  @HttpCode(204)
  postToJob(@Param('jobId') jobId: string, @Body() body: PostJobStatusRequest): Promise<void> {
    return this.status.post(body, jobId);
  }
}
