import { Readable } from 'node:stream';
import { Controller, Get, Param, Req, Res, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { LaunchFolder } from '@portolan/launches';
import { ErrorKind, InternalTokenGuard, ServiceError } from '@portolan/service';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LaunchFilesService, type OpenFile } from './launch-files.service';

/** The live files of launches: a folder answers its listing, a file its bytes (with Range). */
@ApiExcludeController()
@UseGuards(InternalTokenGuard)
@Controller('internal/launches/:launchId/files')
export class LaunchFilesController {
  constructor(private readonly files: LaunchFilesService) {}

  @Get(['', '*'])
  async read(
    @Param('launchId') launchId: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const opened = await this.files.open(launchId, pathInside(request.raw.url ?? ''), request.headers.range);
    if (opened.kind === 'folder') await reply.send(opened.folder satisfies LaunchFolder);
    else await sendFile(opened, request.method === 'HEAD', reply);
  }
}

/** What follows `/files/` in the address, each segment decoded once. */
function pathInside(url: string): string {
  const [, rest = ''] = /\/files\/?(.*)$/.exec(url.split('?', 1)[0] ?? '') ?? [];
  try {
    const segments = rest.split('/').map(decodeURIComponent);
    if (segments.some((segment) => segment.includes('/'))) throw new URIError('a slash inside a name');
    return segments.join('/').replace(/\/$/, '');
  } catch {
    throw new ServiceError(ErrorKind.NotFound, 'no such file');
  }
}

async function sendFile(file: OpenFile, onlyHead: boolean, reply: FastifyReply): Promise<void> {
  const { range, size } = file;
  const length = range ? range.end - range.start + 1 : size;
  reply
    .code(range ? 206 : 200)
    .header('Accept-Ranges', 'bytes')
    .header('Last-Modified', new Date(file.lastModified).toUTCString())
    .header('Content-Length', length)
    .type('application/octet-stream');
  if (range) reply.header('Content-Range', `bytes ${range.start}-${range.end}/${size}`);
  if (onlyHead || length === 0) {
    await file.close();
    // Fastify writes the length of what is sent over ours, unless that is a stream.
    await reply.send(onlyHead ? Readable.from([]) : '');
    return;
  }
  await reply.send(file.body());
}
