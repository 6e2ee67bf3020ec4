import { buffer } from 'node:stream/consumers';
import { Controller, Get, Header, StreamableFile, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { InternalTokenGuard } from '@portolan/service';
import { jobMasterFiles } from '@portolan/worker/job-master';
import { ZipFile } from 'yazl';

/** The earliest time of the format, so that the same program always yields the same bytes. */
const EPOCH = new Date(1980, 0, 1);

/** Serves the program of stage 0 to nodes, as a zip that is built on the first download. */
@ApiExcludeController()
@UseGuards(InternalTokenGuard)
@Controller('internal')
export class JobMasterController {
  private zip: Promise<Buffer> | undefined;

  @Get('job-master.zip')
  @Header('Content-Type', 'application/zip')
  async download(): Promise<StreamableFile> {
    this.zip ??= jobMasterZip();
    return new StreamableFile(await this.zip);
  }
}

async function jobMasterZip(): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [path, text] of jobMasterFiles())
    zip.addBuffer(Buffer.from(text), path, { mtime: EPOCH, forceDosTimestamp: true });
  zip.end();
  return buffer(zip.outputStream);
}
