import { CountColumn, JsonColumn, MillisColumn } from '@portolan/service';
import { Entity, PrimaryColumn } from 'typeorm';

/** What there is to set. */
export const SettingName = {
  ActiveAgentClusters: 'activeAgentClusters',
  AutoScalePolicies: 'autoScalePolicies',
  AgentClusterSizes: 'agentClusterSizes',
  StreamJobClusterMap: 'streamJobClusterMap',
} as const;
export type SettingName = (typeof SettingName)[keyof typeof SettingName];

/** Something that operators set for the whole platform; absent until they do. */
@Entity({ name: 'platform_settings' })
export class PlatformSettingEntity {
  @PrimaryColumn({ type: 'varchar', length: 64 }) name!: SettingName;
  /** Grows by one with each change. */
  @CountColumn() version!: number;
  /** ms since the epoch. */
  @MillisColumn({ name: 'changed_at' }) changedAt!: number;
  @JsonColumn() value!: unknown;
}
