/** The provider of Airflow: its code is checked, and a real Airflow runs jobs with its wheel on a running service. */
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { after, before, describe, test } from 'node:test';
import { Airflow, AIRFLOW_PROVIDER } from '../lib/airflow.mjs';
import { run } from '../lib/commands.mjs';
import { ExampleSystem } from '../lib/example-system.mjs';
import { send } from '../lib/http.mjs';
import { waitFor } from '../lib/network.mjs';
import { PYTHON_CLIENT, downloads } from '../lib/python.mjs';

const programs = process.env.PORTOLAN_PYTHON;
const folder = mkdtempSync(join(tmpdir(), 'portolan-airflow-lane-'));
const [wheels, packages, home] = ['wheels', 'packages', 'airflow'].map((name) => join(folder, name));
const CONSOLE = 'http://console.example';
const LIMIT_MS = 180_000;

async function tool(name, args, cwd = AIRFLOW_PROVIDER) {
  const { code, tail } = await run(join(programs, name), args, { cwd });
  assert.equal(code, 0, tail.join('\n'));
}

describe('the provider of Airflow', () => {
  const system = new ExampleSystem();
  const airflow = new Airflow(programs, home);
  let runs = 0;

  before(async () => {
    const started = system.start(['jobs']);
    for (const source of [PYTHON_CLIENT, AIRFLOW_PROVIDER])
      await tool('python', ['-m', 'hatchling', 'build', '-t', 'wheel', '-d', wheels], source);
    const files = readdirSync(wheels).map((name) => join(wheels, name));
    await tool('pip', ['install', '--quiet', '--no-deps', '--target', packages, ...files]);
    mkdirSync(join(home, 'dags'), { recursive: true });
    cpSync(join(AIRFLOW_PROVIDER, 'tests', 'dags'), join(home, 'dags'), { recursive: true });
    const [, sample] = /```python\n(.*?)```/s.exec(readFileSync(join(AIRFLOW_PROVIDER, 'README.md'), 'utf8'));
    writeFileSync(join(home, 'dags', 'readme.py'), sample);
    await started;
    const connection = {
      conn_type: 'portolan',
      host: system.urls.jobs,
      login: 'analyst',
      extra: { console: CONSOLE },
    };
    await airflow.start({
      PYTHONPATH: [packages, process.env.PYTHONPATH].filter(Boolean).join(delimiter),
      AIRFLOW_CONN_PORTOLAN_DEFAULT: JSON.stringify(connection),
    });
  });
  after(async () => {
    await airflow.end();
    await system.end();
    rmSync(folder, { recursive: true, force: true });
  });

  /** One run of a DAG. Its job goes on when `release` is called. */
  class Run {
    #gate = join(folder, `gate-${(runs += 1)}`);

    /** @param end what the script does when it is released */
    static async of(dag, end = 'true') {
      const it = new Run();
      it.dag = dag;
      it.id = `run-${runs}`;
      const script = `echo waiting; until [ -e ${it.#gate} ]; do sleep 0.1; done; ${end}`;
      const known = await eventually(`the DAG ${dag}`, () => airflow.request('GET', `dags/${dag}`));
      assert.equal(known.has_import_errors, false);
      await airflow.request('POST', `dags/${dag}/dagRuns`, {
        dag_run_id: it.id,
        logical_date: null,
        conf: { script },
      });
      return it;
    }

    get path() {
      return `dags/${this.dag}/dagRuns/${this.id}`;
    }

    release() {
      writeFileSync(this.#gate, '');
    }

    /** The task instance in a state, once it has that. */
    reaches(state, task = 'job') {
      return eventually(
        `${this.id} ${state}`,
        async () => {
          const found = await airflow.request('GET', `${this.path}/taskInstances/${task}`);
          return found?.state === state && found;
        },
        () => this.log().then(({ text }) => text.slice(-3000)),
      );
    }

    /** The trigger of the deferred task has started: before that, Airflow does not tell it that the task was killed. */
    async waitsInTriggerer(attempt = 1) {
      await this.reaches('deferred');
      const logs = join(home, 'logs', `dag_id=${this.dag}`, `run_id=${this.id}`, 'task_id=job');
      await eventually(`a trigger of ${this.id}`, () =>
        readdirSync(logs).some((name) => name.startsWith(`attempt=${attempt}.log.trigger.`)),
      );
    }

    xcom(key, task = 'job') {
      return airflow
        .request('GET', `${this.path}/taskInstances/${task}/xcomEntries/${key}`)
        .then((found) => found?.value);
    }

    /** The id of the job, once it is submitted. @param other an id that it is not */
    jobId(other) {
      return eventually(`a job of ${this.id}`, async () => {
        const found = await this.xcom('job_id');
        return found !== other && found;
      });
    }

    /** The id of the job, once it runs. @param other an id that it is not */
    async runningJob(other) {
      const id = await this.jobId(other);
      await eventually(`${id} RUNNING`, async () => (await statusOf(id)) === 'RUNNING');
      return id;
    }

    async log(attempt = 1, task = 'job') {
      const found = await airflow.request(
        'GET',
        `${this.path}/taskInstances/${task}/logs/${attempt}?full_content=true`,
      );
      return {
        text: (found?.content ?? [])
          .map((line) => (line.event ?? line) + JSON.stringify(line.error_detail ?? ''))
          .join('\n'),
      };
    }

    async jobs() {
      const { json } = await send(
        'GET',
        `${system.urls.jobs}/api/v3/jobs?grouping=${this.dag}&groupingInstance=${this.id}`,
      );
      return json._embedded?.jobSearchResultList ?? [];
    }

    mark(state) {
      return airflow.request('PATCH', `${this.path}/taskInstances/job`, { new_state: state });
    }
  }

  async function eventually(what, probe, context = () => '') {
    const found = await waitFor(probe, { timeoutMs: LIMIT_MS, everyMs: 200 });
    if (!found) assert.fail(`not within ${LIMIT_MS / 1000} s: ${what}\n${await context()}`);
    return found;
  }

  const jobOf = async (id, part = '') =>
    (await send('GET', `${system.urls.jobs}/api/v3/jobs/${id}${part}`)).json;
  const statusOf = async (id) => (await jobOf(id, '/status'))?.status;
  const isKilled = (id) => eventually(`${id} KILLED`, async () => (await statusOf(id)) === 'KILLED');

  test('[AF-TYPES-1] is formatted, has docstrings and strict types', async () => {
    await tool('ruff', ['format', '--check', '--no-cache', '.']);
    await tool('ruff', ['check', '--no-cache', '.']);
    await tool('mypy', ['--cache-dir', join(downloads(), 'mypy'), '-p', 'portolan_airflow']);
  });

  test('[AF-CONN-1] brings a connection type with its own fields', async () => {
    const { providers } = await airflow.request('GET', 'providers');
    assert.ok(providers.some(({ package_name: name }) => name === 'portolan-airflow'));
    const types = await airflow.request('GET', '/ui/connections/hook_meta');
    const { standard_fields: standard, extra_fields: extra } = types.find(
      ({ connection_type: type }) => type === 'portolan',
    );
    assert.deepEqual(Object.keys(extra).sort(), ['ca_file', 'cert_file', 'console', 'key_file']);
    assert.equal(standard.password.title, 'Token');
  });

  test('[AF-CONN-2] tests a connection', async () => {
    const { protocol, hostname, port } = new URL(system.urls.jobs);
    const parts = { schema: protocol.slice(0, -1), host: hostname, port: Number(port) };
    const result = (connection) =>
      airflow.request('POST', 'connections/test', {
        connection_id: 'tried',
        conn_type: 'portolan',
        ...connection,
      });
    assert.deepEqual(await result(parts), { status: true, message: 'The service is ready' });
    const refused = await result({ ...parts, port: 9 });
    assert.equal(refused.status, false);
    const nameless = await result({});
    assert.match(nameless.message, /has no host: it must be the address of job orchestration/);
  });

  test('[AF-JOB-1] runs a job while the task is deferred, and links it', async () => {
    const it = await Run.of('deferred');
    const id = await it.runningJob();
    await it.waitsInTriggerer();
    const links = await airflow.request('GET', `${it.path}/taskInstances/job/links`);
    assert.deepEqual(links.extra_links, { 'Portolan job': `${CONSOLE}/jobs/${id}` });
    it.release();
    await it.reaches('success');
    assert.equal(await it.xcom('return_value'), id);
    const { name, user, grouping, groupingInstance } = await jobOf(id);
    assert.deepEqual(
      { name, user, grouping, groupingInstance },
      { name: 'deferred.job', user: 'analyst', grouping: 'deferred', groupingInstance: it.id },
    );
  });

  test('[AF-JOB-2] runs the DAG of the README: attachments, templates, dependencies', async () => {
    const it = await Run.of('words');
    await it.reaches('success', 'report');
    const [count, report] = [await it.xcom('job_id', 'count'), await it.xcom('job_id', 'report')];
    const output = async (id) =>
      (await send('GET', `${system.urls.jobs}/api/v3/jobs/${id}/output/stdout`)).text;
    assert.equal(await output(count), '2 words.txt\n');
    assert.equal(await output(report), `after ${count}\n`);
    assert.equal((await jobOf(report)).description, `The run ${it.id}`);
    assert.equal((await jobOf(report, '/dependencies')).dependsOn[0].id, count);
  });

  test('[AF-FAIL-1] fails the task with the message and the last lines of the job', async () => {
    const all = await Promise.all(
      ['deferred', 'waiting'].map((dag) => Run.of(dag, 'echo some words; echo the cause >&2; exit 3')),
    );
    for (const it of all) it.release();
    for (const it of all) {
      await it.reaches('failed');
      const { text } = await it.log();
      assert.match(text, /is FAILED: Job failed: exit code 3\./);
      assert.match(
        text,
        /Last lines of stderr:(\n|\\n)the cause(\n|\\n)Last lines of stdout:(\n|\\n)waiting(\n|\\n)some words/,
      );
    }
  });

  test('[AF-KILL-1] kills the job of a task that is marked', async () => {
    const all = await Promise.all(['deferred', 'waiting'].map((dag) => Run.of(dag)));
    const ids = await Promise.all(all.map((it) => it.runningJob()));
    await all[0].waitsInTriggerer();
    await Promise.all(all.map((it) => it.mark('failed')));
    await Promise.all(ids.map(isKilled));
  });

  test('[AF-KILL-2] kills the job of a task that is cleared, which then has another one', async () => {
    const it = await Run.of('deferred');
    const id = await it.runningJob();
    await it.waitsInTriggerer();
    // SQLite reuses the highest id after its row is deleted, and Airflow would take the new trigger for the old one.
    const other = await Run.of('deferred');
    await other.waitsInTriggerer();
    await airflow.request('POST', 'dags/deferred/clearTaskInstances', {
      dry_run: false,
      dag_run_id: it.id,
      task_ids: ['job'],
      only_failed: false,
    });
    await isKilled(id);
    await it.runningJob(id);
    await it.waitsInTriggerer(2);
    for (const each of [it, other]) each.release();
    for (const each of [it, other]) await each.reaches('success');
    assert.equal((await it.jobs()).length, 2);
  });

  test('[AF-KILL-3] kills the job of a task that exceeds its time', async () => {
    const it = await Run.of('limited');
    const id = await it.jobId();
    await isKilled(id);
    await it.reaches('failed');
  });

  test('[AF-TRY-1] takes up the job of a worker that died', async () => {
    const it = await Run.of('retried');
    const id = await it.runningJob();
    const { pid } = await it.reaches('running');
    process.kill(pid, 'SIGKILL');
    await eventually('the second try', async () => {
      const second = await airflow.request('GET', `${it.path}/taskInstances/job`);
      const known = await airflow.request('GET', `${it.path}/taskInstances/job/xcomEntries/job_id`);
      return second.try_number === 2 && second.start_date < known?.timestamp;
    });
    it.release();
    await it.reaches('success');
    assert.equal(await it.xcom('return_value'), id);
    assert.equal((await it.jobs()).length, 1);
  });

  test('[AF-RESTART-1] waits on when the triggerer is killed', async () => {
    const it = await Run.of('deferred');
    await it.runningJob();
    await it.waitsInTriggerer();
    await airflow.replace('triggerer');
    it.release();
    await it.reaches('success');
    assert.equal((await it.jobs()).length, 1);
  });

  test('[AF-RESTART-2] waits on when the service restarts', async () => {
    const all = await Promise.all(['deferred', 'waiting'].map((dag) => Run.of(dag)));
    await Promise.all(all.map((it) => it.runningJob()));
    await all[0].waitsInTriggerer();
    await system.restart('jobs');
    for (const it of all) it.release();
    for (const it of all) {
      await it.reaches('success');
      assert.equal((await it.jobs()).length, 1);
    }
  });
});
