import { request as plainRequest, type OutgoingHttpHeaders } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { Injectable } from '@nestjs/common';
import { Outbound, OutboundRefusedError } from '@portolan/service';
import { JobOrchestrationConfig } from '../config/job-orchestration-config';
import type { Webhook } from '../jobs/job.entity';
import { signatureOf } from './completion-messages';
import { NonRetryableError } from './notice-retries';

/** Calls webhooks over HTTP. Redirects are not followed: a webhook must not choose the address of the next call. */
@Injectable()
export class WebhookGateway {
  private readonly outbound: Outbound;

  constructor(private readonly config: JobOrchestrationConfig) {
    this.outbound = new Outbound(config);
  }

  /**
   * @param delivery identifies the call for all attempts
   * @throws Error without a timely 2xx response, NonRetryableError for an address that may not be called
   */
  async call(
    { url, secret }: Webhook,
    event: object,
    { delivery, attempt }: { delivery: string; attempt: number },
  ): Promise<void> {
    const target = new URL(url);
    try {
      this.outbound.check(target);
      const status = await this.post(target, secret, JSON.stringify(event), {
        'x-portolan-delivery': encodeURIComponent(delivery),
        'x-portolan-attempt': attempt,
      });
      if (status < 200 || status > 299) throw new Error(`${target.host} answered ${status}`);
    } catch (error) {
      if (error instanceof OutboundRefusedError) throw new NonRetryableError(error.message, { cause: error });
      throw error;
    }
  }

  /** @returns the status of the response */
  private post(target: URL, secret: string, body: string, headers: OutgoingHttpHeaders): Promise<number> {
    const tls = target.protocol === 'https:';
    const port = Number(target.port || (tls ? 443 : 80));
    return new Promise((resolve, reject) => {
      const sending = (tls ? tlsRequest : plainRequest)(
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
            ...headers,
            'x-portolan-signature': signatureOf(secret, body, Date.now()),
          },
        },
        (answer) => {
          resolve(answer.statusCode ?? 0);
          // The body of the response is not read: it may be endless.
          answer.destroy();
        },
      );
      sending.on('error', reject);
      // A 101 response, or one cut short, ends the connection with neither a response nor an error.
      sending.on('close', () => reject(new Error(`${target.host} ended the connection without a response`)));
      sending.end(body);
    });
  }
}
