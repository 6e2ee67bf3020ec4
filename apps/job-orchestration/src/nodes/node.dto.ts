import { Field, schema } from '@portolan/service';
import { NODE_STATES, type NodeState } from './node-state';

const { choice, flag, integer, list, maybe, moment, named, object, ref, text } = schema;

/** A node, for operators. */
export class NodeView {
  @Field(text()) id!: string;
  @Field(text()) host!: string;
  @Field(text()) url!: string;
  @Field(text()) agentCluster!: string;
  @Field(maybe(text())) zone!: string | null;
  @Field(choice(NODE_STATES)) state!: NodeState;
  @Field(flag()) accepting!: boolean;
  @Field(integer()) slots!: number;
  @Field(integer()) freeSlots!: number;
  @Field(integer()) memoryMb!: number;
  @Field(integer()) freeMemoryMb!: number;
  @Field(integer('Jobs and streaming workers that it runs.')) launches!: number;
  @Field(moment()) lastSeen!: string;
}

/** All nodes. */
export class NodeListResponse {
  @Field(named('NodeListContent', object({ nodeList: list(ref(NodeView)) }))) _embedded!: {
    nodeList: NodeView[];
  };
}

export const EXAMPLE_NODE: NodeView = {
  id: '0b7e4d52-0a5f-4f5c-8a3f-6b5a3b0e8f11',
  host: '10.0.3.17',
  url: 'http://10.0.3.17:7103',
  agentCluster: 'default',
  zone: 'a',
  state: 'ACTIVE',
  accepting: true,
  slots: 32,
  freeSlots: 31,
  memoryMb: 16_384,
  freeMemoryMb: 16_128,
  launches: 1,
  lastSeen: '2026-03-02T22:00:03.000Z',
};
