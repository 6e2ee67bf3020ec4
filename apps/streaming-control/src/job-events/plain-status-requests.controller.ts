import { Controller, Get } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { API_PATH } from '../http/api-path';
import { refused } from '../errors/refusals';

/** Answers plain requests to the addresses of the status websockets, which the router does not know otherwise. */
@ApiExcludeController()
@Controller([API_PATH, ''])
export class PlainStatusRequestsController {
  @Get(['jobStatusStream/:jobId', 'job/status/:jobId', 'jobstatus/:jobId'])
  refusePlainRequest(): never {
    throw refused(
      'this address is a websocket: send a handshake, or read events from /api/v1/jobs/{jobId}/events',
    );
  }
}
