import * as z from 'zod';
import { deadlineKinds, duties } from '#domain/deadlines/rule-builders.ts';
import { keptPaperNames } from '#domain/documents/printing/kept-papers.ts';
import { postedTypes, quickBooksNumber } from '#domain/quickbooks/postings.ts';
import { Month } from '#domain/reports/month-report.ts';

const id = z.uuid();

const dueDeadline = z.object({ case_id: id, kind: z.enum(duties), due: z.iso.date() });
const ofEnvelope = z.object({ envelope_id: id, case_id: id });

/** Payloads carry ids, never personal data, so that queues, archives and logs hold nothing about a family. */
export const events = {
  'intake.submitted': z.object({ submission_id: id, funeral_home_id: id }),
  'submission.converted': z.object({ submission_id: id, case_id: id }),
  'submission.deleted': z.object({ submission_id: id }),
  'first-call.converted': z.object({ first_call_id: id, case_id: id }),
  'case.created': z.object({ case_id: id, funeral_home_id: id }),
  'case.updated': z.object({ case_id: id }),
  'case.activated': z.object({ case_id: id }),
  'case.completed': z.object({ case_id: id }),
  'case.cancelled': z.object({ case_id: id }),
  'case.reopened': z.object({ case_id: id }),
  'case.deleted': z.object({ case_id: id }),
  'member.deactivated': z.object({ profile_id: id }),
  'member.reactivated': z.object({ profile_id: id }),
  'member.authenticator-reset': z.object({ profile_id: id }),
  'invitation.created': z.object({ invitation_id: id, mailing: z.number().int() }),
  'invitation.resent': z.object({ invitation_id: id, mailing: z.number().int() }),
  'archive.requested': z.object({ archive_id: id }),
  'archive.ended': z.object({ archive_id: id }),
  'payment.recorded': z.object({
    payment_id: id,
    case_id: id,
    funeral_home_id: id,
    amount_cents: z.number().int(),
  }),
  'payment.corrected': z.object({ payment_id: id, case_id: id }),
  'payment.voided': z.object({ payment_id: id, case_id: id }),
  'payment.refunded': z.object({ payment_id: id, case_id: id, refund_of: id }),
  'statement.finalized': z.object({ statement_id: id, case_id: id, version: z.number().int() }),
  'statement.accepted': z.object({ statement_id: id, case_id: id }),
  'deadline.overridden': z.object({ case_id: id, kind: z.enum(deadlineKinds) }),
  /** With what else is due of the same owner at the same home. */
  'deadline.near': dueDeadline.extend({ also: z.array(dueDeadline).optional() }),
  'month-report.made': z.object({ month: Month }),
  'month-report.asked': z.object({ month: Month, profile_id: id }),
  'document.added': z.object({ document_id: id, case_id: id }),
  'document.zip-requested': z.object({ zip_id: id, case_id: id }),
  'envelope.send-requested': ofEnvelope,
  /** For one signer, or all who can sign now; `day_ends` is the last day to send a reminder. */
  'envelope.resend-requested': ofEnvelope.extend({
    recipient_id: id.nullable(),
    day_ends: z.iso.datetime().optional(),
  }),
  'envelope.void-requested': ofEnvelope,
  'envelope.deleted': ofEnvelope,
  'envelope.signed': ofEnvelope,
  /** Printed but not stored yet; `of` is its source record. */
  'paper.printed': z.object({
    paper: z.enum(keptPaperNames),
    of: id,
    case_id: id,
    funeral_home_id: id.optional(),
  }),
  'family-page.code-asked': z.object({ case_id: id, version: z.number().int() }),
  'family-review.sent': z.object({ case_id: id, revision: z.number().int() }),
  'family-review.confirmed': z.object({ case_id: id, revision: z.number().int() }),
  'report-draft.kept': z.object({ draft_id: id, funeral_home_id: id }),
  'report-draft.code-asked': z.object({ draft_id: id, funeral_home_id: id }),
  'permit.added': z.object({ permit_id: id, case_id: id }),
  'permit.updated': z.object({ permit_id: id, case_id: id }),
  'permit.deleted': z.object({ permit_id: id, case_id: id }),
  'google-calendar.connected': z.object({ organization_id: id }),
  /** Repeated until all events at Google are deleted. */
  'google-calendar.disconnected': z.object({ organization_id: id, connection: id }),
  /** Compares the events at Google after `standing`, then the days after `from`. */
  'google-calendar.sync-wanted': z.object({
    organization_id: id,
    from: z.iso.date().nullable(),
    standing: z.stringFormat('digest', /^[0-9a-f]{32}$/).optional(),
  }),
  'google-calendar.case-wanted': z.object({ case_id: id }),
  'google-calendar.changed': z.object({ organization_id: id }),
  'accounting-connection.changed': z.object({ organization_id: id }),
  /** Continues a run through all cases with money; null starts a run. */
  'accounting.sync-wanted': z.object({ organization_id: id, run: id.nullable() }),
  'accounting.case-wanted': z.object({ case_id: id }),
  /** QuickBooks reports changed records without details, so they are read. */
  'accounting.changes-heard': z.object({
    organization_id: id,
    realm: quickBooksNumber,
    changes: z.array(z.object({ type: z.enum(postedTypes), id: quickBooksNumber, changed_at: z.iso.datetime() })),
  }),
  /** Poll DocuSeal for the envelope: a webhook arrived, or none for long. */
  'envelope.check-wanted': z.object({ envelope_id: id }),
} as const satisfies Record<string, z.ZodObject>;

export type EventName = keyof typeof events;
/** True if this release knows an event of this name. */
export const isEventName = (name: string): name is EventName => Object.hasOwn(events, name);
export type EventPayload<N extends EventName> = z.output<(typeof events)[N]>;

/** The `detail` on the bus; the event's name is the `detail-type`. */
export const EventEnvelope = z.object({
  id,
  organization_id: id,
  occurred_at: z.iso.datetime(),
  /** The request that caused the event: links the response to the workers' logs. */
  request_id: z.string(),
  payload: z.record(z.string(), z.unknown()),
});
export type EventEnvelope = z.output<typeof EventEnvelope>;

export const eventSource = 'stillwater';
