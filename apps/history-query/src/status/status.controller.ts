import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { StatusAnswer } from './status.dto';
import { StatusService } from './status.service';

/** `GET /api/v2/status`. */
@Controller(['api/v2/status', 'REST/v2/status'])
export class StatusController {
  constructor(private readonly statuses: StatusService) {}

  @Get()
  @ApiOperation({ summary: 'Each collection: last crawl, degraded or not, counts' })
  @ApiOkResponse({ type: StatusAnswer })
  status(): Promise<StatusAnswer> {
    return this.statuses.status();
  }
}
