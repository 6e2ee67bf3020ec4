import { lookup } from 'node:dns';
import { request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { Injectable } from '@nestjs/common';
import { JobOrchestrationConfig } from '../job-orchestration-config';
import type { Webhook } from '../jobs/job-request';
import { hostOf, isLocalAddress } from './local-address';
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
  constructor(private readonly config: JobOrchestrationConfig) {}

  /** @throws Error when the answer is no 2xx or does not come in time, HopelessError for a local address */
  async call({ url, secret }: Webhook, event: object, { delivery, attempt }: Delivery): Promise<void> {
    const target = new URL(url);
    const local = this.config.WEBHOOK_LOCAL === 'on';
    if (!local && isIP(hostOf(target)) !== 0 && isLocalAddress(hostOf(target))) throw refused(target);
    const body = JSON.stringify(event);
    const status = await new Promise<number>((resolve, reject) => {
      const send = target.protocol === 'https:' ? tlsRequest : plainRequest;
      const sending = send(
        target,
        {
          method: 'POST',
          agent: false,
          lookup: local ? lookup : lookupRemote(target),
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

/** Resolves a name for one connection: the addresses that were judged are those that are called. */
const lookupRemote =
  (target: URL): LookupFunction =>
  (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error ?? !first) callback(error ?? new Error(`${hostname} has no address`), '', 0);
      else if (addresses.some(({ address }) => isLocalAddress(address))) callback(refused(target), '', 0);
      else if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };

const refused = ({ host }: URL): HopelessError =>
  new HopelessError(`${host} is an address of this machine or its link: WEBHOOK_LOCAL is off`);
