import { Injectable } from '@nestjs/common';
import { findRow, lockRow, updateRow, type Transaction } from '@portolan/service';
import { DataSource, In, IsNull, Not } from 'typeorm';
import { ClusterEntity, ClusterVersionEntity } from './cluster.entity';

/** The tables of clusters and their versions. */
@Injectable()
export class ClusterRepository {
  constructor(private readonly source: DataSource) {}

  /** @throws a duplicate key error when the name is taken */
  async insert(cluster: ClusterEntity, transaction: Transaction): Promise<void> {
    await transaction.insert(ClusterEntity, cluster);
  }

  /** @throws a duplicate key error when the cluster has had this version already */
  async insertVersion(version: ClusterVersionEntity, transaction: Transaction): Promise<void> {
    await transaction.insert(ClusterVersionEntity, version);
  }

  async lock(name: string, transaction: Transaction): Promise<ClusterEntity | null> {
    return lockRow(transaction, ClusterEntity, { name });
  }

  async save(cluster: ClusterEntity, transaction: Transaction): Promise<void> {
    await updateRow(transaction, ClusterEntity, { name: cluster.name }, cluster);
  }

  async remove(name: string, transaction: Transaction): Promise<void> {
    await transaction.delete(ClusterVersionEntity, { cluster: name });
    await transaction.delete(ClusterEntity, { name });
  }

  async find(name: string): Promise<ClusterEntity | null> {
    return findRow(this.source.manager, ClusterEntity, { name });
  }

  /** All clusters by name. */
  async findAll(): Promise<ClusterEntity[]> {
    return this.source.manager.find(ClusterEntity, { order: { name: 'ASC' } });
  }

  /** Names of all clusters. */
  async names(): Promise<string[]> {
    const rows = await this.source.manager.find(ClusterEntity, { select: { name: true } });
    return rows.map((row) => row.name);
  }

  /** Clusters whose cron spec should fire. */
  async withCron(): Promise<ClusterEntity[]> {
    return this.source.manager.findBy(ClusterEntity, { disabled: false, cronSpec: Not(IsNull()) });
  }

  /** Names of clusters that an SLA pass must look at. */
  async namesForSla(): Promise<string[]> {
    const rows = await this.source.manager
      .createQueryBuilder(ClusterEntity, 'cluster')
      .select('cluster.name', 'name')
      .where('cluster.disabled = 0 AND (cluster.slaMin > 0 OR cluster.slaMax > 0)')
      .getRawMany<{ name: string }>();
    return rows.map((row) => row.name);
  }

  /** Versions of one cluster, oldest first. */
  async versionsOf(cluster: string, transaction?: Transaction): Promise<ClusterVersionEntity[]> {
    return (transaction ?? this.source.manager).find(ClusterVersionEntity, {
      where: { cluster },
      order: { number: 'ASC' },
    });
  }

  /** Versions of many clusters by cluster name, each list oldest first. */
  async versionsOfAll(clusters: readonly string[]): Promise<Map<string, ClusterVersionEntity[]>> {
    const rows = await this.source.manager.find(ClusterVersionEntity, {
      where: { cluster: In([...clusters]) },
      order: { cluster: 'ASC', number: 'ASC' },
    });
    const byCluster = new Map<string, ClusterVersionEntity[]>();
    for (const row of rows) byCluster.set(row.cluster, [...(byCluster.get(row.cluster) ?? []), row]);
    return byCluster;
  }

  /** What streams about clusters follow: changes whenever a job is submitted. */
  async sequences(names: readonly string[]): Promise<Map<string, number>> {
    const rows = await this.source.manager.find(ClusterEntity, {
      select: { name: true, lastJobCount: true },
      where: { name: In([...names]) },
    });
    return new Map(rows.map((row) => [row.name, row.lastJobCount]));
  }
}
