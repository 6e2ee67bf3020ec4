import { Injectable } from '@nestjs/common';
import { LaunchRepository, launchFilesUrl, type LaunchEntity } from '@portolan/launches';
import { ErrorKind, InternalCallError, InternalClient, ServiceError, begunInTime } from '@portolan/service';

/** A transfer that takes longer is cut off, ms. */
const TRANSFER_LIMIT_MS = 86_400_000;

/** Reads the files of a worker's launch from its node, while it runs and as long as the node keeps them. */
@Injectable()
export class NodeFiles {
  constructor(
    private readonly client: InternalClient,
    private readonly launches: LaunchRepository,
  ) {}

  /**
   * @param range the client's `Range` header
   * @returns the node's answer, 200 or 206; undefined when it has no such file
   * @throws ServiceError: unavailable when the node can't be reached, rangeNotSatisfiable
   */
  async open(launch: LaunchEntity, file: string, range: string | undefined): Promise<Response | undefined> {
    const url = launchFilesUrl(await this.nodeUrl(launch), launch.id, file);
    const headers: Record<string, string> = range === undefined ? {} : { range };
    const timeoutMs = TRANSFER_LIMIT_MS;
    try {
      return await begunInTime((signal) => this.client.open(url, { headers, timeoutMs, signal }));
    } catch (error) {
      if (!(error instanceof InternalCallError)) throw error;
      if (error.status === 404) return undefined;
      if (error.status === 416) {
        throw new ServiceError(ErrorKind.RangeNotSatisfiable, 'the range lies beyond the end of the file');
      }
      throw new ServiceError(
        ErrorKind.Unavailable,
        `the node ${launch.host ?? ''} that has the output of ${launch.subject} can't be reached`,
        { headers: { 'Retry-After': '5' }, cause: error },
      );
    }
  }

  /** A node that was restarted may have another address: its lease tells. */
  private async nodeUrl(launch: LaunchEntity): Promise<string> {
    const leases = await this.launches.leases();
    return leases.find(({ nodeId }) => nodeId === launch.nodeId)?.nodeUrl ?? launch.nodeUrl ?? '';
  }
}
