import { type SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { withPartnerErrors } from './aws-partner-error.ts';

export interface Mail {
  to: readonly string[];
  subject: string;
  text: string;
  html: string;
  tags: Record<string, string>;
}
export interface Mailer {
  send(mail: Mail): Promise<void>;
}

/** SES's other errors concern our account. */
const refusedForGood = new Set(['MessageRejected', 'BadRequestException']);

/** Creates a mailer for Amazon SES; the configuration set publishes an event for each accepted email. */
export const sesMailer = (client: SESv2Client, from: string, configurationSet: string): Mailer => ({
  async send({ to, subject, text, html, tags }) {
    const charset = { Charset: 'UTF-8' };
    const command = new SendEmailCommand({
      FromEmailAddress: from,
      ConfigurationSetName: configurationSet,
      Destination: { ToAddresses: [...to] },
      EmailTags: Object.entries(tags).map(([Name, Value]) => ({ Name, Value })),
      Content: {
        Simple: {
          Subject: { Data: subject, ...charset },
          Body: { Text: { Data: text, ...charset }, Html: { Data: html, ...charset } },
        },
      },
    });
    await withPartnerErrors(refusedForGood, () => client.send(command));
  },
});
