import { Controller, Get, Header, StreamableFile, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { InternalTokenGuard } from '@portolan/service';
import { JobMasterArchive } from './job-master-archive';

/** Where nodes get the program of stage 0 from; see `JOB_MASTER_PATH`. */
@ApiExcludeController()
@UseGuards(InternalTokenGuard)
@Controller('internal')
export class JobMasterController {
  constructor(private readonly archive: JobMasterArchive) {}

  @Get('job-master.zip')
  @Header('Content-Type', 'application/zip')
  async download(): Promise<StreamableFile> {
    return new StreamableFile(await this.archive.zip());
  }
}
