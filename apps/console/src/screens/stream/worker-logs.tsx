import type { ReactNode } from 'react';
import { getWorkerOutput, type Client, type Job, type Worker } from '@portolan/client-streams';
import { renewedEvery, statusOf } from '../../api/errors';
import { dataOf, useStreamsQuery, type Asking } from '../../api/queries';
import { useAddress } from '../../design/address';
import { Empty, Loaded } from '../../design/feedback';
import { Panel } from '../../design/layout';
import { Button } from '../../design/button';
import { AnsiLine } from '../job/ansi-line';

const FILES = ['stderr', 'stdout'] as const;
type LogFile = (typeof FILES)[number];

/** Bytes of the end of a file that are shown. */
const SHOWN_BYTES = 100_000;
/** The output of a worker has no stream: while the worker runs, it is asked for again this often, ms. */
const RENEW_MS = 2000;
/** The answer to a request for the end of an empty file. */
const NOTHING_THERE = 416;

const hasEnded = ({ state }: Worker): boolean => state === 'Failed' || state === 'Completed';

/** Returns the worker that is shown first: one that failed, else the first one. Pure. */
const firstOf = (workers: readonly Worker[]): number | undefined =>
  (workers.find(({ state }) => state === 'Failed') ?? workers[0])?.workerNumber;

interface Shown {
  jobId: string;
  workerNumber: number;
  file: LogFile;
}

/** Returns the end of a file of a worker. @throws StreamsError 404: the node has no such file */
async function endOf(asking: Asking<Client>, path: Shown): Promise<string> {
  const headers = { Range: `bytes=-${SHOWN_BYTES}` };
  try {
    return await dataOf(getWorkerOutput({ ...asking, path, headers, parseAs: 'text' }));
  } catch (error) {
    if (statusOf(error) === NOTHING_THERE) return '';
    throw error;
  }
}

/** Shows stdout or stderr of one worker of a job; the address of the page names worker and file. */
export default function WorkerLogs({ job }: { job: Job }): ReactNode {
  const [search, set] = useAddress();
  const { workerMetadataList: workers, jobMetadata } = job;
  const workerNumber = Number(search.get('worker') ?? firstOf(workers));
  const file = FILES.find((name) => name === search.get('file')) ?? FILES[0];
  if (!Number.isInteger(workerNumber)) return <Empty title="No worker has been created yet" />;
  // A worker that was replaced is no longer listed, and its output is kept.
  const numbers = [...new Set([...workers.map((worker) => worker.workerNumber), workerNumber])];
  return (
    <Panel
      title={`The end of ${file} of worker ${workerNumber}`}
      flush
      actions={
        <span className="actions">
          <select
            aria-label="Worker"
            value={workerNumber}
            onChange={(event) => set({ worker: event.target.value })}
          >
            {numbers.map((number) => (
              <option key={number} value={number}>
                {nameOf(number, workers)}
              </option>
            ))}
          </select>
          {FILES.map((name) => (
            <Button key={name} isOn={name === file} onClick={() => set({ file: name })}>
              {name}
            </Button>
          ))}
        </span>
      }
    >
      <End
        of={{ jobId: jobMetadata.jobId, workerNumber, file }}
        isRunning={workers.some((worker) => worker.workerNumber === workerNumber && !hasEnded(worker))}
      />
    </Panel>
  );
}

function nameOf(number: number, workers: readonly Worker[]): string {
  const worker = workers.find(({ workerNumber }) => workerNumber === number);
  return worker ? `Worker ${number}, stage ${worker.stageNum}` : `Worker ${number}, replaced`;
}

function End({ of, isRunning }: { of: Shown; isRunning: boolean }): ReactNode {
  const result = useStreamsQuery(['stream', of.jobId, 'log', of], (asking) => endOf(asking, of), {
    refetchInterval: renewedEvery(isRunning && RENEW_MS),
  });
  return (
    <Loaded result={result}>
      {(text) =>
        text === '' ? (
          <Empty title={`Nothing has been written to ${of.file}`} />
        ) : (
          <pre className="json" tabIndex={0} role="region" aria-label={of.file}>
            <AnsiLine text={text} />
          </pre>
        )
      }
    </Loaded>
  );
}
