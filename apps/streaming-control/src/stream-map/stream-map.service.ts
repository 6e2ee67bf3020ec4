import { Injectable } from '@nestjs/common';
import { SettingName } from '../settings/platform-setting.entity';
import { PlatformSettingRepository } from '../settings/platform-setting.repository';
import { NO_MAPPINGS, mappingsOf, type StreamMappings } from './stream-map';

/** The map as clients get it (streaming-control-v1, Clusters). */
export interface StreamJobClusterMap {
  version: string;
  /** ms since the epoch; 0 before the first change. */
  timestamp: number;
  mappings: StreamMappings;
}

/** Which job cluster serves which stream: what discovery clients look up. */
@Injectable()
export class StreamMap {
  constructor(private readonly settings: PlatformSettingRepository) {}

  /** @param applications only these; all when empty */
  async read(applications: readonly string[] = []): Promise<StreamJobClusterMap> {
    const stored = await this.settings.find(SettingName.StreamJobClusterMap);
    const mappings = stored ? (stored.value as StreamMappings) : NO_MAPPINGS;
    return {
      version: String(stored?.version ?? 0),
      timestamp: stored?.changedAt ?? 0,
      mappings: mappingsOf(mappings, applications),
    };
  }

  /** Sets the whole map. The job clusters need not exist yet. */
  async replace(mappings: StreamMappings): Promise<StreamJobClusterMap> {
    await this.settings.replace(SettingName.StreamJobClusterMap, mappings, Date.now());
    return this.read();
  }
}
