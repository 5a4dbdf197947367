import { type SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { withPartnerErrors } from './aws-partner-error.ts';

export interface Mail {
  to: readonly string[];
  subject: string;
  text: string;
  /** The same words for programs that show more than text. */
  html: string;
  /** Tags come back in SES's own "Email Sent" event; letters, digits, `_` and `-` alone. */
  tags: Record<string, string>;
}
export interface Mailer {
  /** Throws a `PartnerError`. */
  send(mail: Mail): Promise<void>;
}

/** This mail will never be taken; everything else that SES refuses is about our account. */
const refusedForGood = new Set(['MessageRejected', 'BadRequestException']);

/** Sends through Amazon SES; the configuration set makes SES announce each mail it took. */
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
