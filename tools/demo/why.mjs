/** A part of the demo: a job fails after a change of its command and the loss of its node, and `portolan job why` names both. */
import { join } from 'node:path';
import { programOf } from '../lib/build.mjs';
import { failWhenInterrupted, withUndo } from '../lib/commands.mjs';
import { freePort } from '../lib/network.mjs';
import { spawnRecorded, terminate } from '../lib/processes.mjs';
import { environmentOf } from '../lib/services.mjs';
import { HOME, ROOT, SERVICES } from '../lib/settings.mjs';
import { BASH, call, check, portolan, send, submitJob, tell, until } from './transcript.mjs';

const NAME = 'demo-node';
const AGENT_CLUSTER = 'default';
/** A lost node is shown as such 30 s after its last heartbeat, and history crawls every 5 s. */
const LOSS = { limitMs: 120_000, everyMs: 500 };
const GRACE_MS = 15_000;

const nodesIn = ({ json }) =>
  json._embedded.nodeList.filter(
    ({ agentCluster, state }) => agentCluster === AGENT_CLUSTER && state === 'ACTIVE',
  );

/** Starts a further node of the system, as an operator would on another machine. */
async function startNode() {
  const jobs = SERVICES.find(({ key }) => key === 'jobs');
  const env = {
    ...environmentOf(jobs),
    ROLES: 'node',
    PORT: String(await freePort()),
    NODE_WORK_DIR: join(HOME, NAME),
  };
  await spawnRecorded(NAME, process.execPath, [programOf(jobs.app, 'main')], { cwd: ROOT, env });
}

/** Lets only a new node take jobs while `work` runs, and ends that node; also when the demo is interrupted. */
async function onNewNode(api, work) {
  const others = nodesIn(await send('GET', `${api}/nodes`)).map(({ id }) => id);
  const act = (id, action) => send('POST', `${api}/nodes/${id}/actions/${action}`);
  const replace = async () => {
    for (const id of others) {
      failWhenInterrupted();
      await act(id, 'cordon');
    }
    failWhenInterrupted();
    await startNode();
  };
  let replacing;
  const undo = async () => {
    // A request in hand would cordon the node again.
    await replacing?.catch(() => undefined);
    await terminate(NAME, GRACE_MS);
    for (const id of others) await act(id, 'uncordon');
  };
  return withUndo(undo, async () => {
    await (replacing = replace());
    const isNew = (answer) => answer.status === 200 && nodesIn(answer).some(({ id }) => !others.includes(id));
    const answer = await until('a new node is there', `${api}/nodes`, isNew);
    const { id } = nodesIn(answer).find((node) => !others.includes(node.id));
    await work(id);
    return id;
  });
}

/** @param request builds a job request of the demo @param cluster id of the demo's cluster */
export async function explainsAFailure(urls, run, request, cluster) {
  tell('A job that has succeeded fails: its command was changed, and its node was replaced.');
  const api = `${urls.jobs}/api/v3`;
  const tag = `type:report-${run}`;
  const commandId = `demo-report-${run}`;
  await call('POST', `${api}/commands`, 201, {
    body: {
      ...{ id: commandId, name: 'report', user: 'demo', version: '1.0', status: 'ACTIVE', ...BASH },
      ...{ tags: [tag], clusterCriteria: [{ tags: [`demo:${run}`] }] },
    },
  });
  // Release 3.2 has no criteria.
  await call('POST', `${api}/clusters/${cluster}/commands`, 204, { body: [commandId] });
  const history = `${urls.history}/api/v2/svc`;
  const job = (id) => ({
    ...request('report', 'echo "the report of $REGION"', { id }),
    commandCriteria: [tag],
  });
  const [good, bad] = [`demo-report-good-${run}`, `demo-report-bad-${run}`];
  const lost = await onNewNode(api, async (node) => {
    check('it has succeeded', submitJob(urls, job(good), '--wait').code === 0);
    const known = ({ status }) => status === 200;
    await until('history knows the node', `${history}/nodes/${node}`, known, LOSS);
    await until('and the command', `${history}/commands/${commandId}`, known, LOSS);
  });
  // Release 3.2 has only the older of the two fields.
  const { json: command } = await send('GET', `${api}/commands/${commandId}`);
  const [field, value] = command.executableAndArguments
    ? ['executableAndArguments', ['bash', '-u', '-c']]
    : ['executable', 'bash -u -c'];
  const isStrict = ({ json }) => json[field]?.includes('-u');
  const patch = [{ op: 'replace', path: `/${field}`, value }];
  await call('PATCH', `${api}/commands/${commandId}`, 204, { body: patch });
  await until('history has the change', `${history}/commands/${commandId}`, isStrict, LOSS);
  await until('and the loss', `${history}/nodes/${lost}`, ({ json }) => json.state === 'LOST', LOSS);
  check('it has failed', ![0, 125].includes(submitJob(urls, job(bad), '--wait').code));
  const { stdout } = portolan(urls, 'job', 'why', bad);
  check('it shows the end of stderr', stdout.includes('REGION: unbound variable'), stdout);
  check('it names the last success', stdout.includes(`the last success was ${good}`), stdout);
  const changed = new RegExp(`command: report \\(${commandId}\\) was changed at .*\\n(.*\\n)?? +${field}: `);
  check('it names the changed command, and the field', changed.test(stdout), stdout);
  // Releases before 4.3 do not name the node of a job.
  if ((await send('GET', `${api}/jobs/${good}/attempts`)).status === 404) return;
  const replaced = new RegExp(`node: ran on .*; the success ran on .* \\(${lost}\\), which is LOST since 20`);
  check('it names the replaced node, and since when', replaced.test(stdout), stdout);
}
