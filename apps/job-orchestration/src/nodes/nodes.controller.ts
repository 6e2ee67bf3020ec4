import { Get, Param, Post, Query } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { link, resource, type Resource } from '@portolan/hal';
import { Access, Role } from '@portolan/service';
import { refuseUnknownParameters } from '@portolan/validation';
import { Api, ApiController, type ApiView } from '../http/api-address';
import { DescribeChange, DescribeHal, EXAMPLE_API, halSchema } from '../http/hal-routes';
import { NODE_ACTIONS } from './node-state';
import { EXAMPLE_NODE, NodeListResponse, type NodeView } from './node.dto';
import { NodesService } from './nodes.service';

const showNodes = (nodeList: NodeView[], api: string): Resource<NodeListResponse> =>
  resource({ _embedded: { nodeList } }, { self: link(`${api}/nodes`) });

/** The nodes that run jobs and streaming workers. */
@ApiController('nodes')
export class NodesController {
  constructor(private readonly nodes: NodesService) {}

  @Get()
  @DescribeHal(
    'List nodes, including lost ones',
    'listNodes',
    halSchema(NodeListResponse),
    showNodes([EXAMPLE_NODE], EXAMPLE_API.href),
  )
  async list(@Query() query: object, @Api() { href }: ApiView): Promise<object> {
    refuseUnknownParameters(query, []);
    return showNodes(await this.nodes.list(), href);
  }

  @Post(':id/actions/:action')
  @Access(Role.Admin)
  @DescribeChange(
    'Cordon a node (it takes no more launches), uncordon it, or drain it (workers move away too)',
    'actOnNode',
    undefined,
    { status: 202, description: 'The node was notified.' },
  )
  @ApiParam({ name: 'action', enum: Object.keys(NODE_ACTIONS) })
  act(@Param('id') id: string, @Param('action') action: string): Promise<void> {
    return this.nodes.act(id, action);
  }
}
