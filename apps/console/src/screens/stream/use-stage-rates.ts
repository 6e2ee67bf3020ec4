import { useEffect, useState } from 'react';
import { getWorkerMetrics, type WorkerMetrics } from '@portolan/client-streams';
import { useStreams } from '../../api/clients';
import { statusOf } from '../../api/errors';
import { useVisible } from '../../api/use-visible';
import { ratesBetween, type RatesAt } from './stage-rates';

/** Workers are asked for their counts this often, ms: no stream has them. */
const EVERY_MS = 2000;
/** Readings that a plot shows: two minutes. */
export const RATES_SHOWN = 60;
/** A release of the API without these counts. */
const UNKNOWN = 404;

/**
 * Returns the rates of the stages of a running job, oldest first; empty until the second reading, null from a release of the API
 * that has none.
 */
export function useStageRates(jobId: string, isActive: boolean): readonly RatesAt[] | null {
  const client = useStreams();
  const [rates, setRates] = useState<readonly RatesAt[] | null>([]);
  const isReading = useVisible() && isActive;
  useEffect(() => {
    if (!isReading) return undefined;
    const left = new AbortController();
    let before: WorkerMetrics | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = async (): Promise<void> => {
      try {
        const path = { jobId };
        const { data } = await getWorkerMetrics({ client, path, signal: left.signal, throwOnError: true });
        if (before) {
          const next = { at: Date.now(), stages: ratesBetween(before, data) };
          setRates((known) => [...(known ?? []), next].slice(-RATES_SHOWN));
        }
        before = data;
      } catch (error) {
        // The query of the job's record reports an unreachable service; the rates only have a gap.
        before = undefined;
        if (statusOf(error) === UNKNOWN) {
          setRates(null);
          return;
        }
      }
      if (!left.signal.aborted) timer = setTimeout(() => void read(), EVERY_MS);
    };
    void read();
    return () => {
      left.abort();
      clearTimeout(timer);
    };
  }, [client, jobId, isReading]);
  return rates;
}
