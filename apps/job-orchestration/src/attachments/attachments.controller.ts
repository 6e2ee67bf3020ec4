import { createReadStream } from 'node:fs';
import { Controller, Get, Param, Res, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { InternalTokenGuard } from '@portolan/service';
import type { FastifyReply } from 'fastify';
import { AttachmentStoreService } from './attachment-store.service';

/** Serves the attachments of jobs to the nodes that run them. */
@ApiExcludeController()
@UseGuards(InternalTokenGuard)
@Controller('internal/attachments')
export class AttachmentsController {
  constructor(private readonly store: AttachmentStoreService) {}

  @Get(':folder/:name')
  async read(@Param('folder') folder: string, @Param('name') name: string, @Res() reply: FastifyReply) {
    const { path, size } = await this.store.find(folder, name);
    reply.header('Content-Length', size).type('application/octet-stream');
    await reply.send(createReadStream(path));
  }
}
