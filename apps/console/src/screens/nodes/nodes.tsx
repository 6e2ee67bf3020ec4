import type { ReactNode } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { actOnNode, type NodeView } from '@portolan/client-jobs';
import { Link } from 'wouter';
import { useJobs } from '../../api/clients';
import { NODES_KEY, useNodes } from '../../api/use-nodes';
import { ActionButton } from '../../design/dialogs';
import { Empty, Loaded } from '../../design/feedback';
import { PageHead } from '../../design/layout';
import { counted } from '../../design/quantities';
import { toneOf } from '../../design/states';
import { Ago, Facts, State } from '../../design/texts';
import { ON_NODE, useWhatRuns, type WhatRuns } from './what-runs';
import './nodes.css';

const NOTHING: WhatRuns = { shown: [], others: 0 };

/** The nodes: capacity, what is used of it, and how they leave service. */
export default function Nodes(): ReactNode {
  const result = useNodes(2000);
  const running = useWhatRuns((result.data ?? []).map(({ id }) => id));
  return (
    <>
      <PageHead title="Nodes" />
      <Loaded result={result}>
        {(nodes) =>
          nodes.length === 0 ? (
            <Empty title="No node is registered">
              <p>A process with the role node registers itself when it starts.</p>
            </Empty>
          ) : (
            <div className="columns">
              {nodes.map((node) => (
                <NodeCard key={node.id} node={node} running={running.get(node.id) ?? NOTHING} />
              ))}
            </div>
          )
        }
      </Loaded>
    </>
  );
}

function NodeCard({ node, running }: { node: NodeView; running: WhatRuns }): ReactNode {
  const { id, slots, memoryMb } = node;
  return (
    <section className="panel" aria-label={id}>
      <div className="panel-head">
        <h2 className="break">
          {node.host} <span className="mono muted small">{id}</span>
        </h2>
        <State of={node.state} />
      </div>
      <div className="panel-body stack">
        <Meter label="Slots" used={slots - node.freeSlots} of={slots} unit="" />
        <Meter label="Memory" used={memoryMb - node.freeMemoryMb} of={memoryMb} unit=" MB" />
        <RunningMap nodeId={id} running={running} launches={node.launches} />
        <Facts
          of={{
            'Agent cluster': node.agentCluster,
            Zone: node.zone,
            'Last seen': <Ago at={node.lastSeen} />,
          }}
        />
        <NodeActions node={node} />
      </div>
    </section>
  );
}

/** Lists the jobs and workers of a node, each in the colour of its state. */
const RunningMap = ({
  nodeId,
  running: { shown, others },
  launches,
}: {
  nodeId: string;
  running: WhatRuns;
  launches: number;
}): ReactNode => (
  <div>
    <h3>Runs {counted(launches, 'launch', 'launches')}</h3>
    <ul className="running-map">
      {shown.map(({ key, label, state, href }) => (
        <li key={key}>
          <Link href={href} className={`running tone-${toneOf(state)}`} title={`${label}: ${state}`}>
            {label}
          </Link>
        </li>
      ))}
    </ul>
    {others > 0 && (
      <Link
        href={`/jobs?nodeId=${encodeURIComponent(nodeId)}&${ON_NODE.map((status) => `status=${status}`).join('&')}`}
      >
        {counted(others, 'more job')}
      </Link>
    )}
  </div>
);

const Meter = ({
  label,
  used,
  of,
  unit,
}: {
  label: string;
  used: number;
  of: number;
  unit: string;
}): ReactNode => (
  <div className="meter">
    <span>{label}</span>
    <meter min={0} max={of} value={used} aria-label={label} />
    <span className="muted">
      {used.toLocaleString('en')} of {of.toLocaleString('en')}
      {unit}
    </span>
  </div>
);

function NodeActions({ node: { id, state, launches } }: { node: NodeView }): ReactNode {
  const client = useJobs();
  const queries = useQueryClient();
  const act = (action: 'cordon' | 'uncordon' | 'drain', report: string) => async (): Promise<string> => {
    await actOnNode({ client, throwOnError: true, path: { id, action } });
    await queries.invalidateQueries({ queryKey: NODES_KEY });
    return report;
  };
  return (
    <div className="actions">
      {state === 'ACTIVE' ? (
        <ActionButton
          label="Cordon"
          about={id}
          effect="The node takes no more launches; what it runs goes on."
          run={act('cordon', `${id} takes no more launches.`)}
        />
      ) : (
        <ActionButton
          label="Uncordon"
          about={id}
          effect="The node takes launches again."
          isDisabled={state === 'LOST'}
          run={act('uncordon', `${id} takes launches again.`)}
        />
      )}
      <ActionButton
        label="Drain"
        about={id}
        isDangerous
        isDisabled={state === 'LOST' || state === 'DRAINED'}
        question={
          <p>
            {id} takes no more launches.{' '}
            {launches === 0
              ? 'It runs none.'
              : `It runs ${counted(launches, 'launch', 'launches')}: jobs may finish, streaming workers move to other nodes.`}
          </p>
        }
        run={act('drain', `${id} is draining.`)}
      />
    </div>
  );
}
