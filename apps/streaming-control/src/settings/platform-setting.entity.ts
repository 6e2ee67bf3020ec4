import { CountColumn, JsonColumn, MillisColumn } from '@portolan/service';
import { Entity, PrimaryColumn } from 'typeorm';

export const SettingName = {
  ActiveAgentClusters: 'activeAgentClusters',
  AutoScalePolicies: 'autoScalePolicies',
  AgentClusterSizes: 'agentClusterSizes',
  StreamJobClusterMap: 'streamJobClusterMap',
} as const;
export type SettingName = (typeof SettingName)[keyof typeof SettingName];

/** A setting of the whole platform that operators change at run time; absent until its first change. */
@Entity({ name: 'platform_settings' })
export class PlatformSettingEntity {
  @PrimaryColumn({ type: 'varchar', length: 64 }) name!: SettingName;
  @CountColumn() version!: number;
  /** ms since the epoch. */
  @MillisColumn({ name: 'changed_at' }) changedAt!: number;
  @JsonColumn() value!: unknown;
}
