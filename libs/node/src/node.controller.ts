import { Body, Controller, Get, HttpCode, Param, Post, Put, Query, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { OwnerAddress, StopRequest } from '@portolan/launches';
import { InternalTokenGuard } from '@portolan/service';
import { DrainQuery, type NodeState } from './node.dto';
import { NodeService } from './node.service';

/** Requests of owners and operators to a node. */
@ApiExcludeController()
@UseGuards(InternalTokenGuard)
@Controller('internal')
export class NodeController {
  constructor(private readonly node: NodeService) {}

  @Get('node')
  state(): NodeState {
    return this.node.state();
  }

  @Post('node/actions/stop')
  @HttpCode(200)
  stop(): Promise<NodeState> {
    return this.node.drain(0);
  }

  @Post('node/actions/drain')
  @HttpCode(200)
  drain(@Query() { graceMs }: DrainQuery): Promise<NodeState> {
    return this.node.drain(graceMs);
  }

  @Post('node/actions/restart')
  @HttpCode(200)
  restart(): Promise<NodeState> {
    return this.node.restart();
  }

  @Post('node/actions/cordon')
  @HttpCode(200)
  cordon(): Promise<NodeState> {
    return this.node.cordon(true);
  }

  @Post('node/actions/uncordon')
  @HttpCode(200)
  uncordon(): Promise<NodeState> {
    return this.node.cordon(false);
  }

  @Post('node/actions/evict')
  @HttpCode(200)
  evict(): Promise<NodeState> {
    return this.node.evict();
  }

  @Put('owners/:owner')
  @HttpCode(204)
  meetOwner(@Param('owner') owner: string, @Body() address: OwnerAddress): Promise<void> {
    return this.node.meetOwner(owner, address.ownerUrl);
  }

  @Post('launches/:launchId/stop')
  @HttpCode(202)
  stopLaunch(@Param('launchId') launchId: string, @Body() request: StopRequest): Promise<void> {
    return this.node.stopLaunch(launchId, request);
  }
}
