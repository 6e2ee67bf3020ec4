import { Injectable } from '@nestjs/common';
import { Field, schema } from '@portolan/service';
import { SettingName } from '../settings/platform-setting.entity';
import { PlatformSettingRepository } from '../settings/platform-setting.repository';
import { NO_MAPPINGS, mappingsOf, type StreamMappings } from './stream-map';

/** The map as clients see it (V1-CLUSTER-21). */
export class StreamJobClusterMap {
  @Field(schema.text()) version!: string;
  @Field(schema.millis('ms since the epoch; 0 before the first change.')) timestamp!: number;
  @Field(schema.map(schema.map(schema.text('Job cluster.'), 'By stream.'), 'By application.'))
  mappings!: StreamMappings;
}

@Injectable()
export class StreamMapService {
  constructor(private readonly settings: PlatformSettingRepository) {}

  /** @param applications only these; all when empty */
  async read(applications: readonly string[] = []): Promise<StreamJobClusterMap> {
    const stored = await this.settings.find(SettingName.StreamJobClusterMap);
    const { version = 0, changedAt: timestamp = 0 } = stored ?? {};
    const mappings = stored ? (stored.value as StreamMappings) : NO_MAPPINGS;
    return { version: String(version), timestamp, mappings: mappingsOf(mappings, applications) };
  }

  /** Replaces the whole map. The job clusters need not exist yet. */
  async replace(mappings: StreamMappings): Promise<StreamJobClusterMap> {
    await this.settings.replace(SettingName.StreamJobClusterMap, mappings, Date.now());
    return this.read();
  }
}
