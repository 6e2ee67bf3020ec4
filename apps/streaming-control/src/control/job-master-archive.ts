import { buffer } from 'node:stream/consumers';
import { Injectable } from '@nestjs/common';
import { jobMasterFiles } from '@portolan/worker/job-master';
import { ZipFile } from 'yazl';

/** The earliest time that the format knows: the same program is always the same bytes. */
const EPOCH = new Date(1980, 0, 1);

/** The program of stage 0 as a zip, made when a node first asks for it. */
@Injectable()
export class JobMasterArchive {
  private made: Promise<Buffer> | undefined;

  zip(): Promise<Buffer> {
    this.made ??= this.make();
    return this.made;
  }

  private async make(): Promise<Buffer> {
    const zip = new ZipFile();
    for (const [path, text] of jobMasterFiles()) {
      zip.addBuffer(Buffer.from(text), path, { mtime: EPOCH, forceDosTimestamp: true });
    }
    zip.end();
    return buffer(zip.outputStream);
  }
}
