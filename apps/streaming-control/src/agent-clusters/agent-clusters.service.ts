import { Injectable } from '@nestjs/common';
import type { Transaction } from '@portolan/service';
import { WorkerRepository } from '../jobs/worker.repository';
import { SettingName } from '../settings/platform-setting.entity';
import { PlatformSettingRepository } from '../settings/platform-setting.repository';
import { agentJobs, type AgentHost } from './agent-jobs';
import type { AutoScalePolicies } from './auto-scale-policy';

@Injectable()
export class AgentClustersService {
  constructor(
    private readonly settings: PlatformSettingRepository,
    private readonly workers: WorkerRepository,
  ) {}

  /** Returns the active agent clusters; none means that all are active. */
  active(transaction?: Transaction): Promise<string[]> {
    return this.settings.value<string[]>(SettingName.ActiveAgentClusters, [], transaction);
  }

  /** Replaces the set of active agent clusters. The workers of the others migrate gradually. */
  activate(names: readonly string[]): Promise<void> {
    return this.settings.replace(SettingName.ActiveAgentClusters, names, Date.now());
  }

  async jobs(): Promise<Record<string, AgentHost[]>> {
    return agentJobs(await this.workers.placed());
  }

  policies(): Promise<AutoScalePolicies> {
    return this.settings.value<AutoScalePolicies>(SettingName.AutoScalePolicies, {});
  }

  async replacePolicies(policies: AutoScalePolicies): Promise<AutoScalePolicies> {
    await this.settings.replace(SettingName.AutoScalePolicies, policies, Date.now());
    return policies;
  }
}
