import * as z from 'zod';
import type { StoredMail } from './mailbox-store.ts';

const content = z.object({ Data: z.string() });
const tagText = z.string().regex(/^[A-Za-z0-9_-]{1,256}$/, 'a tag holds letters, digits, _ and - only');
const address = z
  .string()
  .max(320)
  .regex(/^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, 'not an e-mail address');

/** The part of SES v2 `SendEmail` that the mailbox supports: simple content. Raw and template emails are rejected. */
const sendEmailInput = z.object({
  FromEmailAddress: address,
  Destination: z
    .strictObject({ ToAddresses: z.array(address).min(1, 'no recipient').max(50, 'more than 50 recipients') })
    .transform(({ ToAddresses }) => ToAddresses),
  Content: z.object({
    Simple: z.strictObject({
      Subject: z.object({ Data: z.string().regex(/^[^\r\n]*$/, 'a subject is one line') }),
      Body: z
        .object({ Text: content.optional(), Html: content.optional() })
        .refine(({ Text, Html }) => Text || Html, 'neither text nor HTML'),
    }),
  }),
  EmailTags: z
    .array(z.object({ Name: tagText, Value: tagText }))
    .max(50)
    .default([]),
});

/** Returns the email of a `SendEmail` body, or its problem. */
export function parseSendEmail(body: string): { mail: Omit<StoredMail, 'id' | 'at'> } | { problem: string } {
  const parsed = sendEmailInput.safeParse(readJson(body));
  if (!parsed.success) return { problem: z.prettifyError(parsed.error) };
  const { FromEmailAddress, Destination, Content, EmailTags } = parsed.data;
  const { Subject, Body } = Content.Simple;
  return {
    mail: {
      from: FromEmailAddress,
      to: Destination,
      subject: Subject.Data,
      text: Body.Text?.Data ?? '',
      ...(Body.Html ? { html: Body.Html.Data } : {}),
      tags: Object.fromEntries(EmailTags.map(({ Name, Value }) => [Name, Value])),
    },
  };
}

/** Returns undefined if the text is no JSON. */
export function readJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
