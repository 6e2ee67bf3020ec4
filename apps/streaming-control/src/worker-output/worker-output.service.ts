import { Injectable } from '@nestjs/common';
import { Launches } from '@portolan/launches';
import { notFound } from '@portolan/service';
import { JobReader } from '../jobs/job-reader.service';
import { workerId } from '../jobs/worker-numbers';
import { WorkerRepository } from '../jobs/worker.repository';
import { NodeFiles } from './node-files.gateway';

/** The files that a client may read. The others of a worker's directory hold its parameters, which may be secret. */
const FILES: readonly string[] = ['stdout', 'stderr'];

/** What worker processes write (design §8), also of workers that were replaced or are over. */
@Injectable()
export class WorkerOutput {
  constructor(
    private readonly reader: JobReader,
    private readonly workers: WorkerRepository,
    private readonly launches: Launches,
    private readonly nodes: NodeFiles,
  ) {}

  /**
   * @param file `stdout` or `stderr`
   * @param range the client's `Range` header
   * @throws 404 for an unknown job, worker or file, 416, 503 when the worker's node can't be reached
   */
  async open(
    jobId: string,
    workerNumber: number,
    file: string,
    range: string | undefined,
  ): Promise<Response> {
    const job = await this.reader.find(jobId);
    const worker = await this.workers.find(job.id, workerNumber);
    if (!worker) throw notFound(`Job ${jobId} has no worker ${workerNumber}`);
    const name = workerId(worker);
    if (!FILES.includes(file))
      throw notFound(`${name} has no output file ${file}, only ${FILES.join(' and ')}`);
    const launch = worker.launchId === null ? null : await this.launches.find(worker.launchId);
    if (launch?.nodeUrl == null) throw notFound(`${name} has no output yet: no node has it`);
    const response = await this.nodes.open(launch, file, range);
    if (!response) throw notFound(`The node of ${name} has no ${file} of it (any more)`);
    return response;
  }
}
