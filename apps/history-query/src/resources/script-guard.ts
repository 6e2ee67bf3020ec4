import { Inject, Injectable } from '@nestjs/common';
import { CrossSite, CrossSiteGuard, isAuthOn, malformed } from '@portolan/service';
import type { FastifyRequest } from 'fastify';
import { HistoryConfig } from '../config/history-config';

/** Decides who may get a response as a script (`_callback`), which pages of other origins can read. */
@Injectable()
export class ScriptGuard {
  private readonly isOn: boolean;

  constructor(
    private readonly sites: CrossSiteGuard,
    @Inject(HistoryConfig) config: HistoryConfig,
  ) {
    this.isOn = (config.JSONP ?? (isAuthOn(config) ? 'off' : 'on')) === 'on';
  }

  /** @throws ServiceError: malformed where `JSONP` is off, forbidden for a page of another site */
  admit(request: FastifyRequest): void {
    if (!this.isOn)
      throw malformed('_callback', 'invalid argument: "_callback", JSONP is off: request JSON instead');
    const refusal = this.sites.originRefusal(request.raw, CrossSite.Script);
    if (refusal) throw refusal;
  }
}
