import { createReadStream } from 'node:fs';
import { Controller, Get, Param, Res, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { InternalTokenGuard } from '@portolan/service';
import type { FastifyReply } from 'fastify';
import { AttachmentStore } from './attachment-store.service';

/** Where nodes fetch the attachments of the jobs that they run. */
@ApiExcludeController()
@UseGuards(InternalTokenGuard)
@Controller('internal/attachments')
export class AttachmentsController {
  constructor(private readonly store: AttachmentStore) {}

  @Get(':folder/:name')
  async read(
    @Param('folder') folder: string,
    @Param('name') name: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { path, size } = await this.store.find(folder, name);
    reply.header('Content-Length', size).type('application/octet-stream');
    await reply.send(createReadStream(path));
  }
}
