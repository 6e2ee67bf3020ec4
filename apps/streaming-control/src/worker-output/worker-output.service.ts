import { Injectable } from '@nestjs/common';
import { LaunchRepository, LaunchesService, launchFilesUrl, type LaunchEntity } from '@portolan/launches';
import {
  ErrorKind,
  InternalCallError,
  InternalClient,
  ServiceError,
  begunInTime,
  notFound,
} from '@portolan/service';
import { workerId } from '../jobs/job-id';
import { JobReaderService } from '../jobs/job-reader.service';
import { WorkerRepository } from '../jobs/worker.repository';

/** The files that clients may read. Other files in a worker's directory contain its parameters, which may be secret. */
const FILES: readonly string[] = ['stdout', 'stderr'];

const TRANSFER_LIMIT_MS = 86_400_000;

/** Reads the output of worker processes from their nodes, also of replaced and ended workers (V1-JOB-19). */
@Injectable()
export class WorkerOutputService {
  constructor(
    private readonly reader: JobReaderService,
    private readonly workers: WorkerRepository,
    private readonly launches: LaunchesService,
    private readonly leases: LaunchRepository,
    private readonly client: InternalClient,
  ) {}

  /** @throws 404 for an unknown job, worker or file; 416; 503 when the worker's node is unreachable */
  async open(jobId: string, workerNumber: number, file: string, range?: string): Promise<Response> {
    const job = await this.reader.find(jobId);
    const worker = await this.workers.find(job.id, workerNumber);
    if (!worker) throw notFound(`Job ${jobId} has no worker ${workerNumber}`);
    const name = workerId(worker);
    if (!FILES.includes(file))
      throw notFound(`${name} has no output file ${file}, only ${FILES.join(' and ')}`);
    const launch = worker.launchId === null ? null : await this.launches.find(worker.launchId);
    if (launch?.nodeUrl == null) throw notFound(`${name} has no output yet: it is not on a node`);
    const response = await this.read(launch, file, range);
    if (!response) throw notFound(`The node of ${name} has no file ${file} of this worker`);
    return response;
  }

  /** Returns the node's response, 200 or 206; undefined when the file does not exist. */
  private async read(launch: LaunchEntity, file: string, range?: string): Promise<Response | undefined> {
    const url = launchFilesUrl(await this.nodeUrl(launch), launch.id, file);
    const headers: Record<string, string> = range === undefined ? {} : { range };
    const timeoutMs = TRANSFER_LIMIT_MS;
    try {
      return await begunInTime((signal) => this.client.open(url, { headers, timeoutMs, signal }));
    } catch (error) {
      if (!(error instanceof InternalCallError)) throw error;
      if (error.status === 404) return undefined;
      if (error.status === 416) {
        throw new ServiceError(ErrorKind.RangeNotSatisfiable, 'the range begins beyond the end of the file');
      }
      throw new ServiceError(
        ErrorKind.Unavailable,
        `node ${launch.host ?? ''}, which has the output of ${launch.subject}, is unreachable`,
        { headers: { 'Retry-After': '5' }, cause: error },
      );
    }
  }

  /** A restarted node may have another address, which is in its lease. */
  private async nodeUrl({ nodeId, nodeUrl }: LaunchEntity): Promise<string> {
    const lease = (await this.leases.leases()).find((one) => one.nodeId === nodeId);
    return lease?.nodeUrl ?? nodeUrl ?? '';
  }
}
