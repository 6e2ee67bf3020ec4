import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PostJobStatusRequest } from './job.dto';
import { WorkerStatusService } from './worker-status.service';

/** Where workers report: the address of the contract, and the one that existing workers know. */
@ApiTags('jobs')
@Controller('api/v1/jobs')
export class WorkerStatusController {
  constructor(private readonly status: WorkerStatusService) {}

  @Post('actions/postJobStatus')
  @HttpCode(204)
  post(@Body() body: PostJobStatusRequest): Promise<void> {
    return this.status.post(body);
  }

  @Post(':jobId/actions/postJobStatus')
  @HttpCode(204)
  postToJob(@Param('jobId') jobId: string, @Body() body: PostJobStatusRequest): Promise<void> {
    return this.status.post(body, jobId);
  }
}
