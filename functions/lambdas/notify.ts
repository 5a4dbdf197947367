import { SESv2Client } from '@aws-sdk/client-sesv2';
import { emailHandlers } from '#functions/emails/handlers.ts';
import { onMailFailed } from '#functions/emails/send-mail.ts';
import { setting } from '#functions/platform/adapters/env.ts';
import { sesMailer } from '#functions/platform/adapters/mailer.ts';
import { markEffectDone } from '#functions/platform/store/partners/effects.ts';
import { table as makeTable } from './wiring/table.ts';
import { work } from './wiring/worker.ts';
import { clientTimeouts, now } from './wiring.ts';

const table = makeTable();
// One attempt: SES has no idempotency key, so a lost response is settled by its "Email Sent" event. It ends well before
// the effect's lease.
const ses = new SESv2Client({ maxAttempts: 1, ...clientTimeouts(8_000) });
const mailer = sesMailer(ses, setting('MAIL_FROM'), setting('MAIL_CONFIGURATION_SET'));
const leaseSeconds = Number(setting('EFFECT_LEASE_SECONDS'));

const dependencies = {
  table,
  mailer,
  now,
  leaseSeconds,
  staffSiteUrl: setting('STAFF_SITE_URL'),
  intakeSiteUrl: setting('INTAKE_SITE_URL'),
};

export const handler = work(emailHandlers(dependencies), {
  onMailSent: async ({ organization, event, effect }) => {
    if (organization && event && effect)
      await markEffectDone(table, { organizationId: organization, eventId: event, name: effect }, now());
  },
  onMailFailed: onMailFailed(dependencies),
});
