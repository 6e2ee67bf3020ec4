import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { Outbound, OutboundMode } from '@portolan/service';
import { NodeConfig } from '../config/node-config';
import { WorkDirectory } from '../identity/work-directory';
import { ObjectStoreGateway } from '../object-store/object-store.gateway';
import { DownloadCache } from './download-cache';
import { openSource, type OpenSource } from './source';
import { transfer, type DownloadLimits } from './transfer';

const MEGABYTE = 2 ** 20;

/** Downloads the files of launches: http, https and s3 addresses through the cache, and files of the node's machine. */
@Injectable()
export class DownloadsService {
  private readonly cache: DownloadCache | undefined;
  private readonly limits: DownloadLimits;
  private readonly open: OpenSource;

  constructor(objects: ObjectStoreGateway, work: WorkDirectory, config: NodeConfig) {
    this.limits = { maxMegabytes: config.DOWNLOAD_LIMIT_MB, timeoutMs: config.DOWNLOAD_TIMEOUT_MS };
    const outbound = new Outbound(config);
    const access = { objects, outbound, roots: fileRoots(config, outbound) };
    this.open = (url, look) => openSource(url, look, access);
    const cacheBytes = config.DOWNLOAD_CACHE_MB * MEGABYTE;
    if (cacheBytes === 0) return;
    this.cache = new DownloadCache(join(work.path, 'downloads'), cacheBytes, this.open, this.limits);
  }

  /** Downloads into `target`, whole or not at all; with `authorization` uncached. @throws LaunchFailed */
  async fetch(url: string, target: string, signal: AbortSignal, authorization?: string): Promise<void> {
    const temporary = `${target}.download`;
    try {
      // Caching a local file would gain nothing.
      if (this.cache && authorization === undefined && !/^file:/i.test(url))
        await this.cache.provide(url, temporary, signal);
      else await transfer(url, temporary, { open: this.open, limits: this.limits, signal, authorization });
      await rename(temporary, target);
    } finally {
      await rm(temporary, { force: true });
    }
  }
}

/** Folders that files may be taken from. The default is all folders if every job runs as the node's own user. */
function fileRoots({ FILE_ROOTS, RUN_AS_USER, OUTBOUND }: NodeConfig, { folders }: Outbound): string[] {
  const open = RUN_AS_USER === 'off' && OUTBOUND === OutboundMode.Open;
  return [...(FILE_ROOTS ?? (open && folders.length === 0 ? ['/'] : [])), ...folders];
}
