import { Injectable } from '@nestjs/common';
import type { Transaction } from '@portolan/service';
import { WorkerRepository } from '../jobs/worker.repository';
import { SettingName } from '../settings/platform-setting.entity';
import { PlatformSettingRepository } from '../settings/platform-setting.repository';
import { agentJobs, type AgentHost } from './agent-jobs';
import type { AutoScalePolicies } from './auto-scale-policy';

/** Agent clusters: which are active, what runs on them, how large they should be. */
@Injectable()
export class AgentClusters {
  constructor(
    private readonly settings: PlatformSettingRepository,
    private readonly workers: WorkerRepository,
  ) {}

  /** The active ones as they were set; none means that all are. */
  async active(transaction?: Transaction): Promise<string[]> {
    const stored = await this.settings.find(SettingName.ActiveAgentClusters, transaction);
    return stored ? (stored.value as string[]) : [];
  }

  /** Sets all that are active. The workers of the others move away, by and by. */
  async activate(names: readonly string[]): Promise<void> {
    await this.settings.replace(SettingName.ActiveAgentClusters, names, Date.now());
  }

  /** What runs where, by agent cluster and host. */
  async jobs(): Promise<Record<string, AgentHost[]>> {
    return agentJobs(await this.workers.placed());
  }

  async policies(): Promise<AutoScalePolicies> {
    const stored = await this.settings.find(SettingName.AutoScalePolicies);
    return stored ? (stored.value as AutoScalePolicies) : {};
  }

  async replacePolicies(policies: AutoScalePolicies): Promise<AutoScalePolicies> {
    await this.settings.replace(SettingName.AutoScalePolicies, policies, Date.now());
    return policies;
  }
}
