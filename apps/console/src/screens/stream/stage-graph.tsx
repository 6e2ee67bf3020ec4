import type { ReactNode } from 'react';
import type { Stage, Worker } from '@portolan/client-streams';
import { State } from '../../design/texts';
import { counted } from '../../design/quantities';
import { StageFlow } from './stage-flow';
import type { RatesAt } from './stage-rates';
import './stage-graph.css';

/** Returns how many workers of a stage are in which state. Pure. */
function statesOf(workers: readonly Worker[], stage: number): [string, number][] {
  const counts = new Map<string, number>();
  for (const { stageNum, state } of workers)
    if (stageNum === stage) counts.set(state, (counts.get(state) ?? 0) + 1);
  return [...counts];
}

/** The stage of the job master, which scales the others. Events do not pass it. */
const JOB_MASTER = 0;

/** The stages of a job in the order in which events pass them. */
export const StageGraph = ({
  stages,
  workers,
  rates,
  actionsOf,
}: {
  stages: readonly Stage[];
  workers: readonly Worker[];
  /** Oldest first; empty while they load, null without any. */
  rates: readonly RatesAt[] | null;
  actionsOf: (stage: Stage) => ReactNode;
}): ReactNode => (
  <ol className="stages" tabIndex={0} aria-label="Stages">
    {stages.map((stage) => (
      <li key={stage.stageNum} className="stage">
        <StageHead stage={stage} workers={workers} />
        {rates && stage.stageNum !== JOB_MASTER && <StageFlow stage={stage.stageNum} rates={rates} />}
        {actionsOf(stage)}
      </li>
    ))}
  </ol>
);

const StageHead = ({
  stage: { stageNum, numWorkers, machineDefinition, scalingPolicy },
  workers,
}: {
  stage: Stage;
  workers: readonly Worker[];
}): ReactNode => (
  <>
    <strong>{stageNum === JOB_MASTER ? 'Job master' : `Stage ${stageNum}`}</strong>
    <span className="muted small">
      {counted(numWorkers, 'worker')}, {machineDefinition.cpuCores} cores, {machineDefinition.memoryMB} MB
      {scalingPolicy && `, scales ${scalingPolicy.min} to ${scalingPolicy.max}`}
    </span>
    <span className="actions">
      {statesOf(workers, stageNum).map(([state, count]) => (
        <span key={state}>
          <State of={state} /> {count}
        </span>
      ))}
    </span>
  </>
);
