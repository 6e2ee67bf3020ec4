import { Injectable } from '@nestjs/common';
import {
  Transactions,
  actingUser,
  isDuplicateKey,
  mayChangeAll,
  notFound,
  requireOwner,
  type Principal,
  type Transaction,
} from '@portolan/service';
import { StreamingConfig } from '../config/streaming-config';
import { conflict, noSuchCluster, refused } from '../errors/refusals';
import { pageOf, type ListPage } from '../query/list-page';
import { windowOf, type ListQuery } from '../query/list-query.dto';
import { nameMatcher } from '../query/name-matcher';
import { StreamSignalsService } from '../signals/stream-signals.service';
import { readClusterDefinition } from './read-cluster-definition';
import { CLUSTER_NAME_RULE, checkName, isClusterName } from './cluster-name';
import { clusterRecord, type JobClusterResponse } from './cluster-record';
import type { JobClusterRequest } from './cluster.dto';
import { type ArtifactVersion, JobClusterEntity, JobClusterVersionEntity } from './cluster.entity';
import { ClusterRepository } from './cluster.repository';

/** New columns of a locked cluster, or a function that changes it before the save. */
export type ChangeCluster =
  Partial<JobClusterEntity> | ((cluster: JobClusterEntity, transaction: Transaction) => Promise<void> | void);
type AfterChange = (transaction: Transaction) => Promise<void>;

/** Creates, reads, lists and updates job clusters (V1-CLUSTER-1 to V1-CLUSTER-8). */
@Injectable()
export class ClusterService {
  constructor(
    private readonly clusters: ClusterRepository,
    private readonly transactions: Transactions,
    private readonly signals: StreamSignalsService,
    private readonly config: StreamingConfig,
  ) {}

  /** @throws 409 when the name is taken, 400 for an invalid name or definition, 403 in another's name */
  async create(request: JobClusterRequest, caller?: Principal): Promise<JobClusterResponse> {
    const { name, user } = request.jobDefinition;
    actingUser(caller, user);
    if (!isClusterName(name)) {
      const problem = `jobDefinition.name ${CLUSTER_NAME_RULE}`;
      throw refused(`Job Cluster ${name} could not be created due to invalid name: ${problem}`);
    }
    const now = Date.now();
    const { artifact, columns } = readClusterDefinition(request, this.config.CRON_TIME_ZONE, now);
    const cluster = Object.assign(new JobClusterEntity(), {
      ...columns,
      name,
      user,
      disabled: false,
      keepsJobs: false,
      lastJobCount: 0,
      latestVersionNumber: 1,
      createdAt: now,
    } satisfies Record<keyof JobClusterEntity, unknown>);
    const version = toVersion(name, artifact, 1, now);
    try {
      await this.transactions.run(async (transaction) => {
        await this.clusters.insert(cluster, transaction);
        await this.clusters.insertVersion(version, transaction);
      });
    } catch (error) {
      if (isDuplicateKey(error)) throw conflict(`Job Cluster ${name} already exists`);
      throw error;
    }
    if (cronOf(cluster) !== null) this.signals.cronChanged(name);
    return clusterRecord(cluster, [version], caller);
  }

  /** @throws 404 */
  async read(name: string, caller: Principal | undefined): Promise<JobClusterResponse> {
    const record = await this.readIfKnown(name, caller);
    if (!record) throw notFound(`No such Job cluster ${name}`);
    return record;
  }

  async readIfKnown(name: string, caller: Principal | undefined): Promise<JobClusterResponse | undefined> {
    const cluster = await this.clusters.find(name);
    if (!cluster) return undefined;
    return clusterRecord(cluster, await this.clusters.versionsOf(name), caller);
  }

  /** @param url path and query of the request, for `prev` and `next` */
  async list(query: ListQuery, url: string, caller: Principal | undefined): Promise<ListPage<object>> {
    const matches = nameMatcher(query.matching);
    const clusters = (await this.clusters.findAll()).filter(({ name }) => matches(name));
    const versions = await this.clusters.versionsOfAll(clusters.map(({ name }) => name));
    const records = clusters.map((one) => clusterRecord(one, versions.get(one.name) ?? [], caller));
    return pageOf(records, windowOf(query, true), url);
  }

  /**
   * Replaces the definition, with a new version. Running jobs stay as they are, and a disabled cluster stays disabled.
   * @returns `<clusterName> <message>` @throws 400, 404; 403 for another's cluster
   */
  async update(name: string, request: JobClusterRequest, caller?: Principal): Promise<string> {
    await this.requireOwner(name, caller);
    checkName(request.jobDefinition.name, name);
    const storedCron = (await this.clusters.find(name))?.cronSpec;
    const { CRON_TIME_ZONE } = this.config;
    const { artifact, columns } = readClusterDefinition(request, CRON_TIME_ZONE, Date.now(), storedCron);
    await this.changeWithVersion(name, artifact.version, (cluster, transaction) =>
      this.appendVersion(Object.assign(cluster, columns), artifact, transaction),
    );
    return `${name} Job cluster updated`;
  }

  /** @throws 403 when the cluster belongs to another user; an unknown cluster passes, and the caller's change refuses it */
  async requireOwner(name: string, caller: Principal | undefined): Promise<void> {
    if (mayChangeAll(caller)) return;
    const cluster = await this.clusters.find(name);
    if (cluster) requireOwner(caller, cluster.user, `Job cluster ${name}`);
  }

  /** Changes a cluster and adds a version. @throws 400 for a version that the cluster has used, 404 for an unknown cluster */
  async changeWithVersion(
    name: string,
    version: string,
    work: ChangeCluster,
    { what = 'Job cluster', then }: { what?: string; then?: AfterChange } = {},
  ): Promise<void> {
    try {
      await this.change(name, work, then);
    } catch (error) {
      if (isDuplicateKey(error)) {
        throw refused(`${what} ${name} not updated as the version ${version} is not unique`);
      }
      throw error;
    }
  }

  /** Adds the newest version to a locked cluster. */
  async appendVersion(cluster: JobClusterEntity, artifact: ArtifactVersion, transaction: Transaction) {
    cluster.latestVersionNumber += 1;
    const version = toVersion(cluster.name, artifact, cluster.latestVersionNumber, Date.now());
    await this.clusters.insertVersion(version, transaction);
  }

  /** Changes a cluster with its row locked. @param then runs in the same transaction after the change is saved @throws 404 */
  async change(name: string, work: ChangeCluster, then?: AfterChange): Promise<void> {
    const cronChanged = await this.transactions.run(async (transaction) => {
      const cluster = await this.clusters.lock(name, transaction);
      if (!cluster) throw noSuchCluster(name);
      const cron = cronOf(cluster);
      if (typeof work === 'function') await work(cluster, transaction);
      else Object.assign(cluster, work);
      await this.clusters.save(cluster, transaction);
      await then?.(transaction);
      return cronOf(cluster) !== cron;
    });
    if (cronChanged) this.signals.cronChanged(name);
  }
}

/** Returns the cron spec in force. */
const cronOf = ({ cronSpec, disabled }: JobClusterEntity): string | null => (disabled ? null : cronSpec);

function toVersion(
  cluster: string,
  { version, url, schedulingInfo }: ArtifactVersion,
  number: number,
  uploadedAt: number,
): JobClusterVersionEntity {
  const row = { cluster, number, version, url, uploadedAt, schedulingInfo };
  return Object.assign(new JobClusterVersionEntity(), row);
}
