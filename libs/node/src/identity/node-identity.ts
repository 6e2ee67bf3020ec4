import { Injectable } from '@nestjs/common';
import { InternalAddress } from '@portolan/service';
import { NodeConfig } from '../config/node-config';
import { WorkDirectory } from './work-directory';

/** The identity under which owners know this node. */
@Injectable()
export class NodeIdentity {
  private id: string | undefined;

  constructor(
    private readonly config: NodeConfig,
    private readonly work: WorkDirectory,
    private readonly address: InternalAddress,
  ) {}

  async load(): Promise<void> {
    this.id = this.config.NODE_ID ?? (await this.work.nodeId());
  }

  get nodeId(): string {
    if (this.id === undefined) throw new Error('the node is not open yet');
    return this.id;
  }

  get launcher(): Record<string, string> {
    return { launcherClass: this.config.LAUNCHER_CLASS, sourceHostname: this.host };
  }

  /** Host under which the ports of launches are reachable. */
  get host(): string {
    return this.config.ADVERTISE_HOST;
  }

  /** Base address of the node's HTTP server; known once it listens. */
  get url(): string {
    if (this.config.INTERNAL_URL) return this.address.url;
    return `http://${this.host}:${new URL(this.address.url).port}`;
  }
}
