import { Body, Controller, Header, HttpCode, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, Caller, Role, type Principal } from '@portolan/service';
import { PostJobStatusRequest } from '../jobs/job.dto';
import { WorkerStatusService } from '../jobs/worker-status.service';

/** Where workers reported before v1 (reference: streams §1.2). */
@ApiTags('older addresses')
@Controller('api')
export class OlderStatusController {
  constructor(private readonly status: WorkerStatusService) {}

  @ApiOperation({ summary: 'A worker tells its status' })
  @Post('postjobstatus')
  @Access(Role.Admin, { launch: {}, audit: 'refusals' })
  @HttpCode(200)
  @Header('Content-Type', 'text/plain; charset=utf-8')
  async post(@Body() body: PostJobStatusRequest, @Caller() caller: Principal | undefined): Promise<string> {
    await this.status.post(body, caller?.launch?.jobId);
    return 'worker status taken';
  }
}
