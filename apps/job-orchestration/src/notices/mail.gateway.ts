import { Injectable } from '@nestjs/common';
import { createTransport } from 'nodemailer';
import { JobOrchestrationConfig } from '../job-orchestration-config';

/** Limits of one conversation with the mail server, ms. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** Sends mails over SMTP. */
@Injectable()
export class MailGateway {
  constructor(private readonly config: JobOrchestrationConfig) {}

  /** @throws the error of the mail server or of the connection */
  async send(to: string, mail: { subject: string; text: string }): Promise<void> {
    const transport = createTransport({ url: this.config.SMTP_URL ?? '', ...TIMEOUTS });
    try {
      // As an object, so that nothing in the address can name a second recipient.
      await transport.sendMail({ from: this.config.MAIL_FROM, to: { name: '', address: to }, ...mail });
    } finally {
      transport.close();
    }
  }
}
