import { memo, useState, type ReactNode } from 'react';
import { useAddress } from '../../design/address';
import { AddressField } from '../../design/fields';
import { Empty, Failure } from '../../design/feedback';
import { lazily } from '../../design/lazily';
import { Panel } from '../../design/layout';
import type { PlotProps } from '../../design/plot';
import { EventList } from './event-list';
import { useLiveEvents } from './live-events';
import type { Rates } from './rates';
import { Button } from '../../design/button';
import './live-output.css';

const Plot = lazily<PlotProps>(
  async () => (await import('../../design/plot')).Plot,
  <div style={{ height: 160 }} />,
);

/** Intervals at which events may be thinned out, ms; 0: every event. */
const SAMPLES = [0, 100, 1000, 5000];

/** Time that the plot shows, ms. */
const SHOWN_MS = 120_000;

/** The events that a job sends, as they come. `?sample=` thins them out in the service, `?contains=` in the page. */
export default function LiveOutput({ jobId, isActive }: { jobId: string; isActive: boolean }): ReactNode {
  const [search, set] = useAddress();
  const [isPaused, setPaused] = useState(false);
  const wanted = search.get('contains') ?? '';
  const sample = SAMPLES.find((ms) => String(ms) === search.get('sample')) ?? 1000;
  const { events, rates, total, dropped, error } = useLiveEvents(jobId, sample, isPaused);
  if (!isActive && total === 0) return <Empty title="The job has ended: it sends nothing any more" />;
  const shown = wanted === '' ? events : events.filter((text) => text.includes(wanted));
  return (
    <Panel
      title="Live output"
      flush
      actions={
        <span className="actions">
          <AddressField name="contains" label="Show events that contain" placeholder="Contains" data-search />
          <label>
            One event per{' '}
            <select value={sample} onChange={(event) => set({ sample: event.target.value })}>
              {SAMPLES.map((ms) => (
                <option key={ms} value={ms}>
                  {ms === 0 ? 'event (all of them)' : `${ms} ms`}
                </option>
              ))}
            </select>
          </label>
          <Button isOn={isPaused} onClick={() => setPaused(!isPaused)}>
            {isPaused ? 'Continue' : 'Pause'}
          </Button>
        </span>
      }
    >
      {error !== undefined && <Failure error={error} />}
      <p className="live-head muted">
        {Math.round(rates.received.at(-1) ?? 0).toLocaleString('en')} events/s, {total.toLocaleString('en')}{' '}
        received, {dropped.toLocaleString('en')} dropped; the last {events.length} are shown
      </p>
      <RatesPlot rates={rates} />
      <EventList events={shown} isPaused={isPaused} />
    </Panel>
  );
}

/** Drawn again once a second, when there are new rates, not with each event. */
const RatesPlot = memo(function RatesPlot({ rates }: { rates: Rates }): ReactNode {
  const lastAt = rates.times.at(-1) ?? Date.now();
  return (
    <div className="live-rates">
      <Plot
        times={rates.times}
        range={[lastAt - SHOWN_MS, lastAt]}
        series={[
          { label: 'Received per second', tone: 'running', values: rates.received },
          { label: 'Dropped per second', tone: 'failed', values: rates.dropped },
        ]}
        summary="Events received and dropped per second, in the last two minutes"
      />
    </div>
  );
});
