import { AuthConfig } from '../config/auth-config';
import { ChoiceSetting, DurationSetting, ListSetting, NumberSetting } from '../config/settings';
import { OutboundMode } from '../outbound/outbound-rules';
import { OutboundEntries } from '../outbound/outbound-setting';

/** What a process puts up with from its clients, and what it may call on their behalf (docs/security.md). */
export class LimitsConfig extends AuthConfig {
  /** Requests that read (GET, HEAD), per client and minute, over all replicas; 0: no limit. */
  @NumberSetting({ max: 10_000_000 }) RATE_LIMIT_READS_PER_MINUTE = 0;

  /** Requests that write, per client and minute, over all replicas; 0: no limit. */
  @NumberSetting({ max: 10_000_000 }) RATE_LIMIT_WRITES_PER_MINUTE = 0;

  /** How long Redis may take to judge a rate, ms; after that the request passes. */
  @DurationSetting() RATE_LIMIT_REDIS_TIMEOUT_MS = 50;

  /** How long the headers of a request may take to come, ms. */
  @DurationSetting() HEADERS_TIMEOUT_MS = 15_000;

  /** How long a whole request may take to come, with its body and attachments, ms. */
  @DurationSetting() REQUEST_TIMEOUT_MS = 600_000;

  /** How long a connection stays open between two requests, ms. */
  @DurationSetting() KEEP_ALIVE_MS = 72_000;

  /** What clients may have this process call: `open`: all but local addresses; `listed`: only OUTBOUND_ALLOWED. */
  @ChoiceSetting(Object.values(OutboundMode)) OUTBOUND: OutboundMode = OutboundMode.Open;

  /** Places that clients may have this process call or read although they are local: see docs/security.md. */
  @ListSetting() @OutboundEntries() OUTBOUND_ALLOWED: string[] = [];
}
