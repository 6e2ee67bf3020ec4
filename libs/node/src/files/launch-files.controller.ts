import { Controller, Get, Param, Query, Req, Res, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { LaunchFolder } from '@portolan/launches';
import { ErrorKind, InternalTokenGuard, ServiceError } from '@portolan/service';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { FILE_HEADER, fileView, type FileStart } from './file-start';
import { FollowedFilesService } from './followed-files.service';
import { outputRequest, sendFile } from './send-file';
import { sendGrowing } from './send-growing';
import { LaunchFilesService } from './launch-files.service';

/** Serves the live files of launches: a listing for a folder, bytes (with Range, or followed) for a file. */
@ApiExcludeController()
@UseGuards(InternalTokenGuard)
@Controller('internal/launches/:launchId/files')
export class LaunchFilesController {
  constructor(
    private readonly files: LaunchFilesService,
    private readonly followed: FollowedFilesService,
  ) {}

  @Get(['', '*'])
  async read(
    @Param('launchId') launchId: string,
    @Query() query: Record<string, unknown>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const path = pathInside(request.raw.url ?? '');
    const { follow, start } = fileView(query);
    if (follow && request.method === 'GET') {
      const identity = typeof query.file === 'string' ? query.file : undefined;
      const give = await this.followed.open({ launchId, path, identity }, query.present === 'true');
      return sendGrowing(reply.type('application/octet-stream'), { offset: offsetOf(start), give });
    }
    const found = await this.files.open(launchId, path, outputRequest(request, start));
    if (found.kind === 'folder') await reply.send(found.folder satisfies LaunchFolder);
    else await sendFile(found, reply.type('application/octet-stream').header(FILE_HEADER, found.identity));
  }
}

const offsetOf = (start: FileStart): number => ('offset' in start ? start.offset : 0);

/** Returns the part of the address after `/files/`, each segment decoded once. */
function pathInside(url: string): string {
  const [, rest = ''] = /\/files\/?(.*)$/.exec(url.split('?', 1)[0] ?? '') ?? [];
  try {
    const segments = rest.split('/').map(decodeURIComponent);
    if (segments.some((segment) => segment.includes('/'))) throw new URIError('a name contains a slash');
    return segments.join('/').replace(/\/$/, '');
  } catch {
    throw new ServiceError(ErrorKind.NotFound, 'no such file');
  }
}
