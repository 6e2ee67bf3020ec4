/** A streaming job that must not notice that the services are gone for a while. */
import { check, send } from '../demo/transcript.mjs';
import { collectEvents } from '../demo/event-stream.mjs';
import { exampleFile } from '../lib/example-files.mjs';

const LIMIT_MS = 60_000;
const user = 'drill';

async function until(what, probe) {
  const deadline = Date.now() + LIMIT_MS;
  for (;;) {
    const answer = await probe().catch(() => undefined);
    if (answer) return answer;
    if (Date.now() > deadline) check(what, false);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

const numbersOf = (record) =>
  record.workerMetadataList.map((worker) => worker.workerNumber).sort((a, b) => a - b);

/** Runs `harm` while a job of the streaming example runs. */
export async function streamSurvives(url, artifactsUrl, harm) {
  const api = `${url}/api/v1`;
  const name = `Drill${Date.now().toString(36)}`;
  const example = exampleFile('sine-stream', 'cluster.json', artifactsUrl);
  const definition = { ...example, jobDefinition: { ...example.jobDefinition, name, user } };
  await send('POST', `${api}/jobClusters`, { body: definition });
  const submission = { name, user, jobSla: { durationType: 'Perpetual' } };
  const { json } = await send('POST', `${api}/jobClusters/${name}/jobs`, { body: submission });
  const job = `${api}/jobs/${json.jobMetadata.jobId}`;
  const launched = async () => {
    const { json: record } = await send('GET', job);
    const started = record.workerMetadataList.every((worker) => worker.state === 'Started');
    return record.jobMetadata.state === 'Launched' && started && record;
  };
  const before = await until('the job is Launched', launched);
  await harm();
  const after = await until('the job is still Launched', launched);
  check(
    'its workers are the same ones',
    String(numbersOf(after)) === String(numbersOf(before)),
    numbersOf(after),
  );
  const events = await collectEvents(
    `${api}/jobConnectbyid/${json.jobMetadata.jobId}`,
    (all) => all.length >= 4,
  );
  check('and its output flows', events.length >= 4, events);
  await send('DELETE', `${job}?user=${user}&reason=drill`);
}
