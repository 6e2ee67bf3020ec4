/** Jobs as rows: a service that only serves requests (ROLES=api) leaves them unchanged. */
import { load } from '../../../tools/lib/packages.mjs';
import { createCluster } from './sinks.mjs';

const SLA = {
  runtimeLimitSecs: 0,
  minRuntimeSecs: 0,
  slaType: 'Lossy',
  durationType: 'Perpetual',
  userProvidedType: '',
};
const MIGRATION = { strategy: 'PERCENTAGE', configString: '{"percentToMove":25,"intervalMs":60000}' };
const STAGE = {
  numberOfInstances: 1,
  machineDefinition: { cpuCores: 1, memoryMB: 256, diskMB: 64, networkMbps: 128, numPorts: 1 },
  hardConstraints: [],
  softConstraints: [],
  scalingPolicy: null,
  scalable: true,
};
/** Number of rows per statement. */
const BATCH = 500;
const TEAMS = 10;

export const connect = (database) => load('mysql2/promise').createConnection(database);

/**
 * Stores launched jobs of clusters `BenchList0`, `BenchList1`, ...; each has a label `team` of one of ten values.
 * @param workers of each job, all in stage 1
 */
export async function storeJobs(connection, streams, { jobs, clusters, workers }) {
  for (let cluster = 0; cluster < clusters; cluster += 1) {
    const jarUrl = 'http://127.0.0.1:9/none.zip';
    await createCluster(streams, `BenchList${cluster}`, { jarUrl, reportTo: 'nobody', workers: 1 });
  }
  const all = Array.from({ length: jobs }, (_, index) => {
    const cluster = `BenchList${index % clusters}`;
    const number = Math.floor(index / clusters) + 1;
    return { id: `${cluster}-${number}`, cluster, number, index };
  });
  const insert = async (table, columns, rows) => {
    for (let from = 0; from < rows.length; from += BATCH) {
      await connection.query(`INSERT INTO ${table} (${columns}) VALUES ?`, [rows.slice(from, from + BATCH)]);
    }
  };
  await insert(
    'jobs',
    `id, cluster, number, user_name, state, submitted_at, started_at, version, jar_url, sla, subscription_timeout_secs,
     heartbeat_interval_secs, worker_timeout_secs, parameters, labels, migration_config, next_worker_number, sequence`,
    all.map(({ id, cluster, number, index }) => jobRow(id, cluster, number, index, workers)),
  );
  const stage = JSON.stringify({ ...STAGE, numberOfInstances: workers });
  await insert(
    'job_stages',
    'job_id, stage_num, num_workers, definition',
    all.map(({ id }) => [id, 1, workers, stage]),
  );
  await insert(
    'workers',
    `job_id, worker_number, worker_index, current_index, stage_num, state, launch_after, agent_cluster, host, node_id,
     ports, accepted_at, launched_at, starting_at, started_at, last_heartbeat_at, reason, resubmit_of, resubmit_delay_ms,
     total_resubmit_count`,
    all.flatMap(({ id }) => Array.from({ length: workers }, (_, index) => workerRow(id, index))),
  );
  return all.map(({ id }) => id);
}

function jobRow(id, cluster, number, index, workers) {
  const labels = [
    { name: 'team', value: `t${index % TEAMS}` },
    { name: '_svc.artifact', value: 'none.zip' },
    { name: '_svc.version', value: '1.0' },
  ];
  const at = 1_700_000_000_000 + index;
  const jar = ['1.0', 'http://127.0.0.1:9/none.zip'];
  const json = [JSON.stringify([{ name: 'reportTo', value: 'nobody' }]), JSON.stringify(labels)];
  const sla = JSON.stringify(SLA);
  return [
    ...[id, cluster, number, 'bench', 'Launched', at, at, ...jar, sla, 0, 0, 0],
    ...[...json, JSON.stringify(MIGRATION), workers + 1, 1],
  ];
}

function workerRow(jobId, index) {
  const at = 1_700_000_000_000;
  const ports = JSON.stringify({
    METRICS_PORT: 20_001,
    DEBUG_PORT: 20_002,
    CONSOLE_PORT: 20_003,
    CUSTOM_PORT: 20_004,
    SINK_PORT: 20_005,
  });
  return [
    ...[jobId, index + 1, index, index, 1, 'Started', at, 'default', '127.0.0.1', 'bench-node', ports],
    ...[at, at, at, at, at, 'Normal', 0, 0, 0],
  ];
}
