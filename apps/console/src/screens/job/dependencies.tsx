import type { ReactNode } from 'react';
import type { Job } from '@portolan/client-jobs';
import { graphlib, layout } from '@dagrejs/dagre';
import { useLocation } from 'wouter';
import { statusOf } from '../../api/errors';
import { useJobsQuery } from '../../api/queries';
import { isPlainClick } from '../../design/address';
import { Empty, Loaded } from '../../design/feedback';
import { Panel } from '../../design/layout';
import { toneOf } from '../../design/states';
import { jobKey } from './job-query';
import { readJobGraph, type JobGraph } from './job-graph';
import './dependencies.css';

const [WIDTH, HEIGHT] = [190, 46];

/** The jobs that this job waits for, and those that wait for it, as a graph. */
export default function Dependencies({ job }: { job: Job }): ReactNode {
  const result = useJobsQuery([...jobKey(job.id), 'graph'], (asking) => readJobGraph(asking, job.id));
  if (statusOf(result.error) === 404) return <Empty title="This release of the API has no dependencies" />;
  return (
    <Panel title="Dependencies">
      <Loaded result={result}>
        {(graph) =>
          graph.edges.length === 0 ? (
            <Empty title="No job depends on this one, and it depends on none" />
          ) : (
            <>
              <Graph graph={graph} current={job.id} />
              {graph.isCut && <p className="muted">Only the nearest {graph.nodes.length} jobs are shown.</p>}
            </>
          )
        }
      </Loaded>
    </Panel>
  );
}

interface Point {
  x: number;
  y: number;
}

/** Positions of the jobs and of the lines between them, px. The library does not type them. */
interface Places {
  width: number;
  height: number;
  nodeAt: (id: string) => Point;
  lineOf: (from: string, to: string) => readonly Point[];
}

/** Places the jobs from left to right. */
function placed({ nodes, edges }: JobGraph): Places {
  const graph = new graphlib.Graph();
  graph.setGraph({ rankdir: 'LR', nodesep: 16, ranksep: 56, marginx: 4, marginy: 4 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { id } of nodes) graph.setNode(id, { width: WIDTH, height: HEIGHT });
  for (const { from, to } of edges) graph.setEdge(from, to);
  layout(graph);
  const { width, height } = graph.graph() as { width: number; height: number };
  return {
    width,
    height,
    nodeAt: (id) => graph.node(id) as Point,
    lineOf: (from, to) => (graph.edge({ v: from, w: to }) as { points: Point[] }).points,
  };
}

function Graph({ graph, current }: { graph: JobGraph; current: string }): ReactNode {
  const [, navigate] = useLocation();
  const places = placed(graph);
  const { width, height } = places;
  return (
    <svg
      className="graph"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="group"
      aria-label="Graph of dependencies"
    >
      <defs>
        <marker id="arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto">
          <path d="M0 0 8 4 0 8Z" fill="currentColor" />
        </marker>
      </defs>
      {graph.edges.map(({ from, to, condition }) => {
        const [begin, ...rest] = places.lineOf(from, to);
        if (!begin) return null;
        const path = `M${begin.x} ${begin.y}${rest.map(({ x, y }) => `L${x} ${y}`).join('')}`;
        return (
          <path key={`${from} ${to}`} d={path} className="graph-edge" markerEnd="url(#arrow)">
            <title>{`${to} starts when ${from} has ${condition}`}</title>
          </path>
        );
      })}
      {graph.nodes.map(({ id, name, status }) => {
        const { x, y } = places.nodeAt(id);
        const address = `/jobs/${encodeURIComponent(id)}?tab=dependencies`;
        return (
          <a
            key={id}
            href={address}
            className={`graph-node tone-${toneOf(status ?? '')}${id === current ? ' current' : ''}`}
            onClick={(event) => {
              if (!isPlainClick(event)) return;
              event.preventDefault();
              navigate(address);
            }}
          >
            <g transform={`translate(${x - WIDTH / 2} ${y - HEIGHT / 2})`}>
              <rect width={WIDTH} height={HEIGHT} rx="6" />
              <text x="10" y="19">
                {shortened(name)}
              </text>
              <text x="10" y="36" className="graph-status">
                {status ?? 'unknown'}
              </text>
            </g>
          </a>
        );
      })}
    </svg>
  );
}

const shortened = (text: string): string => (text.length <= 24 ? text : `${text.slice(0, 23)}…`);
