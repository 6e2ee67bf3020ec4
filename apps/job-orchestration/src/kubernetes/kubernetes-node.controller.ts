import { Controller, Get, HttpCode, Post, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { InternalTokenGuard } from '@portolan/service';
import type { NodeHeartbeat } from '../nodes/node-heartbeat';
import { KubernetesNode } from './kubernetes-node.service';

/** What operators ask of a cluster as of any node. */
@ApiExcludeController()
@UseGuards(InternalTokenGuard)
@Controller('internal/node')
export class KubernetesNodeController {
  constructor(private readonly node: KubernetesNode) {}

  @Get()
  facts(): NodeHeartbeat {
    return this.node.facts();
  }

  @Post('actions/cordon')
  @HttpCode(200)
  cordon(): NodeHeartbeat {
    return this.node.cordon();
  }

  @Post('actions/uncordon')
  @HttpCode(200)
  uncordon(): NodeHeartbeat {
    return this.node.uncordon();
  }

  /** Pods are moved by the cluster itself. */
  @Post('actions/evict')
  @HttpCode(200)
  evict(): NodeHeartbeat {
    return this.node.facts();
  }
}
