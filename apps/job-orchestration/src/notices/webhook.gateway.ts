import { request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { Injectable } from '@nestjs/common';
import { Outbound, OutboundRefusedError } from '@portolan/service';
import { JobOrchestrationConfig } from '../job-orchestration-config';
import type { Webhook } from '../jobs/job-request';
import { HopelessError } from './outbox';
import { SIGNATURE_HEADER, signatureOf } from './webhook-signature';

/** Which call this is: `delivery` is the same for every try. */
export interface Delivery {
  delivery: string;
  attempt: number;
}

/** Calls webhooks over HTTP. Redirects are not followed: what a webhook answers must not choose whom we call. */
@Injectable()
export class WebhookGateway {
  private readonly outbound: Outbound;

  constructor(private readonly config: JobOrchestrationConfig) {
    this.outbound = new Outbound(config);
  }

  /** @throws Error when the answer is no 2xx or does not come in time, HopelessError for an address that may not be called */
  async call(webhook: Webhook, event: object, delivery: Delivery): Promise<void> {
    const target = new URL(webhook.url);
    try {
      this.outbound.check(target);
      await this.post(target, webhook.secret, event, delivery);
    } catch (error) {
      if (error instanceof OutboundRefusedError) throw new HopelessError(error.message, { cause: error });
      throw error;
    }
  }

  private async post(
    target: URL,
    secret: string,
    event: object,
    { delivery, attempt }: Delivery,
  ): Promise<void> {
    const port = Number(target.port || (target.protocol === 'https:' ? 443 : 80));
    const body = JSON.stringify(event);
    const status = await new Promise<number>((resolve, reject) => {
      const send = target.protocol === 'https:' ? tlsRequest : plainRequest;
      const sending = send(
        target,
        {
          method: 'POST',
          agent: false,
          lookup: this.outbound.lookup(port),
          signal: AbortSignal.timeout(this.config.WEBHOOK_TIMEOUT_MS),
          headers: {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(body),
            'user-agent': 'portolan',
            'x-portolan-delivery': encodeURIComponent(delivery),
            'x-portolan-attempt': attempt,
            [SIGNATURE_HEADER]: signatureOf(secret, body, Date.now()),
          },
        },
        (answer) => {
          resolve(answer.statusCode ?? 0);
          // What it says is not read: it may be without end.
          answer.destroy();
        },
      );
      sending.on('error', reject);
      sending.end(body);
    });
    if (status < 200 || status > 299) throw new Error(`${target.host} answered ${status}`);
  }
}
