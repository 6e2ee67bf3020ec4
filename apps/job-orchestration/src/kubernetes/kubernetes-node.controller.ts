import { Controller, Get, HttpCode, Post, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { NodeHeartbeat } from '@portolan/node';
import { InternalTokenGuard } from '@portolan/service';
import { KubernetesNodeService } from './kubernetes-node.service';

/** Operator actions of a node, answered for the whole Kubernetes cluster. */
@ApiExcludeController()
@UseGuards(InternalTokenGuard)
@Controller('internal/node')
export class KubernetesNodeController {
  constructor(private readonly node: KubernetesNodeService) {}

  @Get()
  facts(): NodeHeartbeat {
    return this.node.facts();
  }

  @Post('actions/cordon')
  @HttpCode(200)
  cordon(): NodeHeartbeat {
    return this.node.cordon(true);
  }

  @Post('actions/uncordon')
  @HttpCode(200)
  uncordon(): NodeHeartbeat {
    return this.node.cordon(false);
  }

  /** Changes nothing: Kubernetes moves pods by itself. */
  @Post('actions/evict')
  @HttpCode(200)
  evict(): NodeHeartbeat {
    return this.node.facts();
  }
}
