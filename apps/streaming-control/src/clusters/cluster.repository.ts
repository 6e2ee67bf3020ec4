import { Injectable } from '@nestjs/common';
import { findRow, insertRows, lockRow, selectRows, updateRow, type Transaction } from '@portolan/service';
import { DataSource, In, IsNull, Not } from 'typeorm';
import { JobClusterEntity, JobClusterVersionEntity } from './cluster.entity';

@Injectable()
export class ClusterRepository {
  constructor(private readonly source: DataSource) {}

  /** @throws a duplicate key error when the name is taken */
  async insert(cluster: JobClusterEntity, transaction: Transaction): Promise<void> {
    await insertRows(transaction, JobClusterEntity, [cluster]);
  }

  /** @throws a duplicate key error when the cluster has had this version already */
  async insertVersion(version: JobClusterVersionEntity, transaction: Transaction): Promise<void> {
    await insertRows(transaction, JobClusterVersionEntity, [version]);
  }

  lock(name: string, transaction: Transaction): Promise<JobClusterEntity | null> {
    return lockRow(transaction, JobClusterEntity, { name });
  }

  save(cluster: JobClusterEntity, transaction: Transaction): Promise<unknown> {
    return updateRow(transaction, JobClusterEntity, { name: cluster.name }, cluster);
  }

  /** Writes the number of the newest job. */
  countJobs({ name, lastJobCount }: JobClusterEntity, transaction: Transaction): Promise<unknown> {
    return updateRow(transaction, JobClusterEntity, { name }, { lastJobCount });
  }

  async remove(name: string, transaction: Transaction): Promise<void> {
    await transaction.delete(JobClusterVersionEntity, { cluster: name });
    await transaction.delete(JobClusterEntity, { name });
  }

  find(name: string): Promise<JobClusterEntity | null> {
    return findRow(this.source.manager, JobClusterEntity, { name });
  }

  findAll(): Promise<JobClusterEntity[]> {
    return selectRows(this.source.manager, JobClusterEntity, 'ORDER BY name', []);
  }

  async names(): Promise<string[]> {
    const rows = await this.source.manager.find(JobClusterEntity, { select: { name: true } });
    return rows.map(({ name }) => name);
  }

  withCron(): Promise<JobClusterEntity[]> {
    return this.source.manager.findBy(JobClusterEntity, { disabled: false, cronSpec: Not(IsNull()) });
  }

  /** Returns the names of enabled clusters with an SLA. */
  async namesForSla(): Promise<string[]> {
    const rows = await this.source.manager
      .createQueryBuilder(JobClusterEntity, 'cluster')
      .select('cluster.name', 'name')
      .where('cluster.disabled = 0 AND (cluster.slaMin > 0 OR cluster.slaMax > 0)')
      .getRawMany<{ name: string }>();
    return rows.map(({ name }) => name);
  }

  /** Returns the versions of a cluster, oldest first. */
  versionsOf(cluster: string, manager: Transaction = this.source.manager) {
    return selectRows(manager, JobClusterVersionEntity, 'WHERE cluster = ? ORDER BY number', [cluster]);
  }

  /** Returns the versions of many clusters by cluster name, oldest first. */
  async versionsOfAll(clusters: readonly string[]): Promise<Map<string, JobClusterVersionEntity[]>> {
    const byCluster = new Map(clusters.map((name): [string, JobClusterVersionEntity[]] => [name, []]));
    if (clusters.length === 0) return byCluster;
    const sql = 'WHERE cluster IN (?) ORDER BY cluster, number';
    const rows = await selectRows(this.source.manager, JobClusterVersionEntity, sql, [clusters]);
    for (const row of rows) byCluster.get(row.cluster)?.push(row);
    return byCluster;
  }

  /** Returns the number of each cluster's newest job, which streams follow. */
  async sequences(names: readonly string[]): Promise<Map<string, number>> {
    const rows = await this.source.manager.find(JobClusterEntity, {
      select: { name: true, lastJobCount: true },
      where: { name: In([...names]) },
    });
    return new Map(rows.map((row) => [row.name, row.lastJobCount]));
  }
}
