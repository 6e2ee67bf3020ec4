import type { ReactNode } from 'react';
import { Sparkline } from '../../design/sparkline';
import { RATES_SHOWN } from './use-stage-rates';
import type { RatesAt, StageRates } from './stage-rates';

/** Small rates keep a digit: `0.5`, `12`, `5,000`. */
const perSecond = (rate: number): string =>
  `${rate.toLocaleString('en', { maximumFractionDigits: rate < 10 ? 1 : 0 })}/s`;

const NAMES: readonly [keyof StageRates, string][] = [
  ['received', 'in'],
  ['emitted', 'out'],
  ['dropped', 'dropped'],
];

/**
 * Shows the present rates of a stage, and a small plot of the last two minutes; their place until the first ones are there; nothing
 * for a stage that counts no events.
 */
export function StageFlow({ stage, rates }: { stage: number; rates: readonly RatesAt[] }): ReactNode {
  if (rates.length === 0) return <div className="stage-rates-pending" />;
  const now = rates.at(-1)?.stages.get(stage);
  if (!now) return null;
  const valuesOf = (name: keyof StageRates): number[] =>
    rates.map(({ stages }) => stages.get(stage)?.[name] ?? 0);
  // A red line at zero would look like a loss.
  const isLossy = valuesOf('dropped').some((rate) => rate > 0);
  const words = NAMES.map(([name, word]) => `${perSecond(now[name])} ${word}`).join(', ');
  return (
    <>
      <span className="stage-rates small">
        {NAMES.map(([name, word]) => (
          <span key={name} className={name === 'dropped' && now.dropped > 0 ? 'tone-failed' : undefined}>
            <strong>{perSecond(now[name])}</strong> {word}
          </span>
        ))}
      </span>
      <Sparkline
        length={RATES_SHOWN}
        summary={`Events in the last two minutes: now ${words}`}
        lines={[
          { tone: 'running', values: valuesOf('emitted') },
          ...(isLossy ? [{ tone: 'failed', values: valuesOf('dropped') } as const] : []),
        ]}
      />
    </>
  );
}
