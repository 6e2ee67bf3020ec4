import { Injectable } from '@nestjs/common';
import { JobOrchestrationConfig } from '../config/job-orchestration-config';

/** Time limits of one conversation with the mail server, ms. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** Sends mails by SMTP. */
@Injectable()
export class MailGateway {
  constructor(private readonly config: JobOrchestrationConfig) {}

  /** @throws the error of the mail server or of the connection */
  async send(to: string, mail: { subject: string; text: string }): Promise<void> {
    const { createTransport } = await import('nodemailer');
    const transport = createTransport({ url: this.config.SMTP_URL ?? '', ...TIMEOUTS });
    try {
      // An object, so that the address cannot name a second recipient.
      await transport.sendMail({ from: this.config.MAIL_FROM, to: { name: '', address: to }, ...mail });
    } finally {
      transport.close();
    }
  }
}
