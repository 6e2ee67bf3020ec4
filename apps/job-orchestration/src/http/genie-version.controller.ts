import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Describe, Field, jsonAnswer, schema } from '@portolan/service';
import { JobOrchestrationConfig } from '../config/job-orchestration-config';
import type { Compatibility } from '../compatibility/genie';

class AdminInfoResponse {
  @Field(schema.named('GenieRelease', schema.object({ version: schema.text() }))) genie!: { version: string };
}

/** The address at which clients of Genie read the version of the API; exists with `COMPATIBILITY=genie` only (V3-COMPAT-5). */
@ApiTags('root')
@Controller('admin')
export class GenieVersionController {
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

/** Controllers that exist for clients of Genie only. */
export const genieControllers = (compatibility: Compatibility): (typeof GenieVersionController)[] =>
  compatibility === 'genie' ? [GenieVersionController] : [];
