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
import { conflict, noSuchCluster, refused } from '../errors/errors';
import { JobNotices } from '../jobs/job-notices.service';
import { JobRepository } from '../jobs/job.repository';
import type { ArtifactVersion } from '../jobs/submit-resolution';
import { nameMatcher, pageOf, type ListPage } from '../lists/list-page';
import { windowOf, type ListQuery } from '../lists/list-query.dto';
import { readClusterDefinition, type ClusterDefinition } from './cluster-definition';
import { isClusterName } from './cluster-name';
import { clusterRecord, type ClusterRecord } from './cluster-record';
import type { ClusterRequest } from './cluster.dto';
import { ClusterEntity, ClusterVersionEntity } from './cluster.entity';
import { ClusterRepository } from './cluster.repository';

/** Changes a locked cluster, which is written afterwards. */
export type ChangeCluster = (cluster: ClusterEntity, transaction: Transaction) => Promise<void> | void;
type AfterChange = (transaction: Transaction) => Promise<void>;

/** Job clusters: create, read, update, delete (streaming-control-v1, Clusters). */
@Injectable()
export class ClusterService {
  constructor(
    private readonly clusters: ClusterRepository,
    private readonly jobs: JobRepository,
    private readonly transactions: Transactions,
    private readonly notices: JobNotices,
    private readonly config: StreamingConfig,
  ) {}

  /** @throws 409 when the name is taken, 400 for an invalid name or definition, 403 in another's name */
  async create(request: ClusterRequest, caller?: Principal): Promise<ClusterRecord> {
    const { name, user } = request.jobDefinition;
    actingUser(caller, user);
    if (!isClusterName(name)) throw refused(`Job Cluster ${name} could not be created due to invalid name`);
    const now = Date.now();
    const definition = this.readDefinition(request, now);
    const cluster = Object.assign(new ClusterEntity(), {
      ...fieldsOf(definition),
      name,
      user: definition.user,
      disabled: false,
      keepsJobs: false,
      lastJobCount: 0,
      latestVersionNumber: 1,
      createdAt: now,
    } satisfies Record<keyof ClusterEntity, unknown>);
    const version = toVersion(name, definition, 1, now);
    try {
      await this.transactions.run(async (transaction) => {
        await this.clusters.insert(cluster, transaction);
        await this.clusters.insertVersion(version, transaction);
      });
    } catch (error) {
      if (isDuplicateKey(error)) throw conflict(`Job Cluster ${name} already exists`);
      throw error;
    }
    this.notices.clusterChanged(name);
    return clusterRecord(cluster, [version]);
  }

  /** @throws 404 */
  async read(name: string): Promise<ClusterRecord> {
    const cluster = await this.clusters.find(name);
    if (!cluster) throw notFound(`No such Job cluster ${name}`);
    return clusterRecord(cluster, await this.clusters.versionsOf(name));
  }

  /** @param url path and query of the request, for `prev` and `next` */
  async list(query: ListQuery, url: string): Promise<ListPage<object>> {
    const matches = nameMatcher(query.matching);
    const clusters = (await this.clusters.findAll()).filter((cluster) => matches(cluster.name));
    const versions = await this.clusters.versionsOfAll(clusters.map((cluster) => cluster.name));
    const records = clusters.map((cluster) => clusterRecord(cluster, versions.get(cluster.name) ?? []));
    return pageOf(records, windowOf(query, true), url);
  }

  /**
   * Replaces the definition; the version must be one that the cluster has never had. Jobs that run are
   * left alone, what is disabled stays so.
   *
   * @returns `<clusterName> <message>`
   * @throws 400, 404; 403 for another's cluster
   */
  async update(name: string, request: ClusterRequest, caller?: Principal): Promise<string> {
    await this.requireOwner(name, caller);
    checkName(request.jobDefinition.name, name);
    const now = Date.now();
    const definition = this.readDefinition(request, now);
    await this.changeWithVersion(name, definition.version, async (cluster, transaction) => {
      Object.assign(cluster, fieldsOf(definition));
      await this.appendVersion(cluster, definition, transaction);
    });
    return `${name} Job cluster updated`;
  }

  /** @throws 403 when the cluster is another's; one that there is not is told by what is done with it */
  async requireOwner(name: string, caller: Principal | undefined): Promise<void> {
    if (mayChangeAll(caller)) return;
    const cluster = await this.clusters.find(name);
    if (cluster) requireOwner(caller, cluster.user, `Job cluster ${name}`);
  }

  /** Removes a cluster without active jobs, and all its past jobs. @throws 400, 404; 403 for another's cluster */
  async remove(name: string, user: string | undefined, caller?: Principal): Promise<void> {
    await this.requireOwner(name, caller);
    if (!user?.trim()) throw refused(`Missing required query parameter 'user'`);
    await this.transactions.run(async (transaction) => {
      const cluster = await this.clusters.lock(name, transaction);
      if (!cluster) throw noSuchCluster(name);
      if (cluster.user !== user) {
        throw refused(`${name} Job cluster deletion failed as ${user} is not its original user`);
      }
      if ((await this.jobs.activeOf(name, transaction)).length > 0) {
        throw refused(`${name} Job cluster deletion failed as there are active jobs`);
      }
      await this.jobs.removeAllOf(name, transaction);
      await this.clusters.remove(name, transaction);
    });
    this.notices.clusterChanged(name);
  }

  /**
   * Changes a cluster that gets a new version with it.
   *
   * @throws 400 when the cluster has had the version, 404 when there is no such cluster
   */
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

  /** Gives a cluster that is locked a version, its newest from then on. */
  async appendVersion(
    cluster: ClusterEntity,
    artifact: ArtifactVersion,
    transaction: Transaction,
  ): Promise<void> {
    cluster.latestVersionNumber += 1;
    const version = toVersion(cluster.name, artifact, cluster.latestVersionNumber, Date.now());
    await this.clusters.insertVersion(version, transaction);
  }

  /**
   * Changes a cluster with its row locked.
   *
   * @param then follows in the same transaction, when the change is written
   * @throws 404
   */
  async change(name: string, work: ChangeCluster, then?: AfterChange): Promise<void> {
    await this.transactions.run(async (transaction) => {
      const cluster = await this.clusters.lock(name, transaction);
      if (!cluster) throw noSuchCluster(name);
      await work(cluster, transaction);
      await this.clusters.save(cluster, transaction);
      await then?.(transaction);
    });
    this.notices.clusterChanged(name);
  }

  private readDefinition(request: ClusterRequest, now: number): ClusterDefinition {
    return readClusterDefinition(request, this.config.CRON_TIME_ZONE, now);
  }
}

/** @throws 400 when the body names another cluster than the address */
export function checkName(inBody: string, inPath: string): void {
  if (inBody === inPath) return;
  throw refused(
    `Cluster name specified in request payload ${inBody} does not match with what specified in resource path ${inPath}`,
  );
}

/** What a definition says of the cluster itself, besides whose it is: that stays who created it. */
function fieldsOf(definition: ClusterDefinition) {
  return {
    owner: definition.owner,
    parameters: definition.parameters,
    labels: definition.labels,
    migrationConfig: definition.migrationConfig,
    isReadyForJobMaster: definition.isReadyForJobMaster,
    slaMin: definition.sla.min,
    slaMax: definition.sla.max,
    cronSpec: definition.sla.cronSpec,
    cronPolicy: definition.sla.cronPolicy,
  };
}

function toVersion(
  cluster: string,
  { version, url, schedulingInfo }: ArtifactVersion,
  number: number,
  now: number,
): ClusterVersionEntity {
  return Object.assign(new ClusterVersionEntity(), {
    cluster,
    number,
    version,
    url,
    uploadedAt: now,
    schedulingInfo,
  } satisfies Record<keyof ClusterVersionEntity, unknown>);
}
