import { type SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';

export interface Mail {
  to: readonly string[];
  subject: string;
  text: string;
  /** Tags come back in SES's own "Email Sent" event; letters, digits, `_` and `-` alone. */
  tags: Record<string, string>;
}
export interface Mailer {
  send(mail: Mail): Promise<void>;
}

/** Sends through Amazon SES; the configuration set makes SES announce each mail it took. */
export const sesMailer = (client: SESv2Client, from: string, configurationSet: string): Mailer => ({
  async send({ to, subject, text, tags }) {
    const charset = { Charset: 'UTF-8' };
    await client.send(
      new SendEmailCommand({
        FromEmailAddress: from,
        ConfigurationSetName: configurationSet,
        Destination: { ToAddresses: [...to] },
        EmailTags: Object.entries(tags).map(([Name, Value]) => ({ Name, Value })),
        Content: { Simple: { Subject: { Data: subject, ...charset }, Body: { Text: { Data: text, ...charset } } } },
      }),
    );
  },
});
