import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { outputSegments } from '../compatibility/genie';
import { API_PATH, ApiAddress } from '../http/api-address';
import { jobHref } from '../jobs/job-view';
import { outputRequest, sendFile } from '../node/files/send-file';
import { contentTypeOf } from './content-type';
import { listingPage } from './listing-page';
import { folderName, outputListing, type Folder } from './output-listing';
import { outputPath } from './output-path';
import { OutputService } from './output.service';

/** `…/jobs/{id}/output/…`: listings and files (reference: jobs §1.7). */
@ApiTags('jobs')
@Controller(`${API_PATH}/jobs/:id/output`)
export class OutputController {
  constructor(
    private readonly output: OutputService,
    private readonly address: ApiAddress,
  ) {}

  @Get()
  @ApiOperation({ summary: 'List what a job has in its directory; JSON, or a page for `Accept: text/html`' })
  async list(
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.answer(id, request, reply);
  }

  @Get('*')
  @ApiOperation({ summary: 'Read a file of a job, or list a directory; `Range` reads a part' })
  @ApiParam({ name: '*', description: 'Path inside the directory of the job: `stdout`.' })
  @ApiResponse({ status: 206, description: 'A part, as `Range` asked for.' })
  @ApiResponse({ status: 304, description: 'Not changed: `If-None-Match`, `If-Modified-Since`.' })
  @ApiResponse({ status: 412, description: 'Changed: `If-Match`, `If-Unmodified-Since`.' })
  @ApiResponse({ status: 416, description: 'Nothing there (yet).' })
  async read(
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.answer(id, request, reply);
  }

  private async answer(id: string, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { compatibility } = this.address.view(request);
    const path = outputSegments(compatibility, outputPath(request.raw.url ?? ''));
    const found = await this.output.open(id, path, outputRequest(request));
    const root = `${jobHref(id, this.address.of(request))}/output`;
    if (found.kind === 'folder') await sendFolder(found.folder, root, request, reply);
    else await sendFile(found, describe(found.name, reply));
  }
}

async function sendFolder(
  folder: Folder,
  root: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const listing = outputListing(folder, root);
  reply.header('Vary', 'Accept');
  if (request.headers.accept?.includes('text/html')) {
    await reply.type('text/html; charset=utf-8').send(listingPage(folderName(folder), listing));
  } else {
    await reply.send(listing);
  }
}

function describe(name: string, reply: FastifyReply): FastifyReply {
  return (
    reply
      .type(contentTypeOf(name))
      .header('X-Content-Type-Options', 'nosniff')
      // A job's own pages must not act in the name of whoever looks at them.
      .header('Content-Security-Policy', 'sandbox')
  );
}
