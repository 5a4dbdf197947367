import { SESv2Client } from '@aws-sdk/client-sesv2';
import { onArchiveEnded } from '#functions/emails/archive-emails.ts';
import { onCareDiffers } from '#functions/emails/care-emails.ts';
import { onFamilyCodeAsked, onFamilyReviewConfirmed, onFamilyReviewSent } from '#functions/emails/family-emails.ts';
import { onIntakeSubmitted } from '#functions/emails/intake-emails.ts';
import { onMonthReportAsked, onMonthReportMade } from '#functions/emails/month-report-emails.ts';
import { onDraftCodeAsked, onReportDraftKept } from '#functions/emails/report-draft-emails.ts';
import { onMailFailed } from '#functions/emails/send-mail.ts';
import {
  onAuthenticatorResetMail,
  onDeadlineNear,
  onGateOverridden,
  onInvitation,
} from '#functions/emails/staff-emails.ts';
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
const invite = onInvitation(dependencies);

export const handler = work(
  {
    'intake.submitted': onIntakeSubmitted(dependencies),
    'invitation.created': invite,
    'invitation.resent': invite,
    'member.authenticator-reset': onAuthenticatorResetMail(dependencies),
    'deadline.near': onDeadlineNear(dependencies),
    'gate.overridden': onGateOverridden(dependencies),
    'care.differs': onCareDiffers(dependencies),
    'month-report.made': onMonthReportMade(dependencies),
    'month-report.asked': onMonthReportAsked(dependencies),
    'archive.ended': onArchiveEnded(dependencies),
    'family-page.code-asked': onFamilyCodeAsked(dependencies),
    'report-draft.kept': onReportDraftKept(dependencies),
    'report-draft.code-asked': onDraftCodeAsked(dependencies),
    'family-review.sent': onFamilyReviewSent(dependencies),
    'family-review.confirmed': onFamilyReviewConfirmed(dependencies),
  },
  {
    onMailSent: async ({ organization, event, effect }) => {
      if (organization && event && effect)
        await markEffectDone(table, { organizationId: organization, eventId: event, name: effect }, now());
    },
    onMailFailed: onMailFailed(dependencies),
  },
);
