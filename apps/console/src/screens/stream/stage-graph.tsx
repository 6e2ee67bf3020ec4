import type { ReactNode } from 'react';
import type { Stage, Worker } from '@portolan/client-streams';
import { State } from '../../design/texts';
import { counted } from '../../design/quantities';
import './stage-graph.css';

/** Returns how many workers of a stage are in which state. Pure. */
function statesOf(workers: readonly Worker[], stage: number): [string, number][] {
  const counts = new Map<string, number>();
  for (const { stageNum, state } of workers)
    if (stageNum === stage) counts.set(state, (counts.get(state) ?? 0) + 1);
  return [...counts];
}

/** The stages of a job in the order in which events pass them. Stage 0 is the job master, which scales the others. */
export const StageGraph = ({
  stages,
  workers,
  actionsOf,
}: {
  stages: readonly Stage[];
  workers: readonly Worker[];
  actionsOf: (stage: Stage) => ReactNode;
}): ReactNode => (
  <ol className="stages" tabIndex={0} aria-label="Stages">
    {stages.map((stage) => (
      <li key={stage.stageNum} className="stage">
        <StageHead stage={stage} workers={workers} />
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
    <strong>{stageNum === 0 ? 'Job master' : `Stage ${stageNum}`}</strong>
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
