import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { JobOrchestrationConfig } from '../job-orchestration-config';

/** The address that clients of Genie ask for the version (reference: jobs §1.8); exists with `COMPATIBILITY=genie` only. */
@ApiTags('root')
@Controller('admin')
export class AdminController {
  constructor(private readonly config: JobOrchestrationConfig) {}

  @Get('info')
  @ApiOperation({ summary: 'The release of the API' })
  info(): object {
    return { genie: { version: this.config.API_RELEASE } };
  }
}
