import * as z from 'zod';
import { deadlineKinds, duties } from '#domain/deadlines/clocks.ts';
import { keptPaperNames } from '#domain/documents/printing/kept-papers.ts';
import { bookedTypes, quickBooksNumber } from '#domain/quickbooks/quickbooks-webhooks.ts';
import { Month } from '#domain/reports/month-report.ts';

const id = z.uuid();

const ofEnvelope = z.object({ envelope_id: id, case_id: id });

/**
 * Every event of the product: name → payload. An event carries ids, never personal data: a worker reads the record
 * it needs, so that a queue, an archive or a log holds nothing about a family.
 */
export const events = {
  'intake.submitted': z.object({ submission_id: id, funeral_home_id: id }),
  'submission.updated': z.object({ submission_id: id }),
  'submission.contacted': z.object({ submission_id: id }),
  'submission.converted': z.object({ submission_id: id, case_id: id }),
  'submission.deleted': z.object({ submission_id: id }),
  'first-call.created': z.object({ first_call_id: id, funeral_home_id: id }),
  'first-call.updated': z.object({ first_call_id: id }),
  'first-call.converted': z.object({ first_call_id: id, case_id: id }),
  'first-call.deleted': z.object({ first_call_id: id }),
  'case.created': z.object({ case_id: id, funeral_home_id: id }),
  'case.updated': z.object({ case_id: id }),
  'case.activated': z.object({ case_id: id }),
  'case.completed': z.object({ case_id: id }),
  'case.cancelled': z.object({ case_id: id }),
  'case.reopened': z.object({ case_id: id }),
  'case.deleted': z.object({ case_id: id }),
  'case.exported': z.object({ profile_id: id }),
  'member.changed': z.object({ profile_id: id }),
  'member.deactivated': z.object({ profile_id: id }),
  'member.reactivated': z.object({ profile_id: id }),
  'member.authenticator-reset': z.object({ profile_id: id }),
  'invitation.created': z.object({ invitation_id: id, mailing: z.number().int() }),
  'invitation.resent': z.object({ invitation_id: id, mailing: z.number().int() }),
  'invitation.cancelled': z.object({ invitation_id: id }),
  'invitation.accepted': z.object({ invitation_id: id, profile_id: id }),
  'profile.updated': z.object({ profile_id: id }),
  'organization.updated': z.object({ organization_id: id }),
  'import.run': z.object({ import_id: id }),
  'import.undone': z.object({ import_id: id }),
  /** Everything of an organization is to be made into one file; and it is there, or could not be made. */
  'archive.requested': z.object({ archive_id: id }),
  'archive.ended': z.object({ archive_id: id }),
  'onboarding.changed': z.object({ organization_id: id }),
  'customer.created': z.object({ customer_id: id }),
  'customer.updated': z.object({ customer_id: id }),
  'customer.deleted': z.object({ customer_id: id }),
  'customer.merged': z.object({ customer_id: id, duplicate_id: id, merge_id: id }),
  'customer.merge-undone': z.object({ customer_id: id, duplicate_id: id, merge_id: id }),
  'customer.exported': z.object({ profile_id: id }),
  'payment.recorded': z.object({
    payment_id: id,
    case_id: id,
    funeral_home_id: id,
    amount_cents: z.number().int(),
  }),
  'payment.corrected': z.object({ payment_id: id, case_id: id }),
  'payment.voided': z.object({ payment_id: id, case_id: id }),
  'payment.check-number-revealed': z.object({ payment_id: id, case_id: id, profile_id: id }),
  'payment.refunded': z.object({ payment_id: id, case_id: id, refund_of: id }),
  'statement.finalized': z.object({ statement_id: id, case_id: id, version: z.number().int() }),
  'statement.accepted': z.object({ statement_id: id, case_id: id }),
  'money-to-come.changed': z.object({ case_id: id }),
  'certificate.copies-recorded': z.object({ entry_id: id, case_id: id }),
  'certificate.copies-deleted': z.object({ entry_id: id, case_id: id }),
  'deadline.overridden': z.object({ case_id: id, kind: z.enum(deadlineKinds) }),
  /** Its owner is to be reminded of it. */
  'deadline.near': z.object({ case_id: id, kind: z.enum(duties), due: z.iso.date() }),
  /** Its owners are to be told that the figures of a month are there; or somebody who asks for them. */
  'month-report.made': z.object({ month: Month }),
  'month-report.asked': z.object({ month: Month, profile_id: id }),
  'document.added': z.object({ document_id: id, case_id: id }),
  'document.refused': z.object({ document_id: id, case_id: id }),
  'document.changed': z.object({ document_id: id, case_id: id }),
  'document.deleted': z.object({ document_id: id, case_id: id }),
  'document.restored': z.object({ document_id: id, case_id: id }),
  'document.zip-requested': z.object({ zip_id: id, case_id: id }),
  'envelope.created': ofEnvelope,
  'envelope.updated': ofEnvelope,
  'envelope.send-requested': ofEnvelope,
  /** Of one person, or of everybody who could sign now. A reminder says when the day ends after which it is not mailed. */
  'envelope.resend-requested': ofEnvelope.extend({
    recipient_id: id.nullable(),
    day_ends: z.iso.datetime().optional(),
  }),
  'envelope.void-requested': ofEnvelope,
  'envelope.deleted': ofEnvelope,
  'envelope.sent': ofEnvelope,
  'envelope.viewed': ofEnvelope,
  'envelope.signed': ofEnvelope,
  'envelope.completed': ofEnvelope,
  'envelope.declined': ofEnvelope,
  'envelope.expired': ofEnvelope,
  'envelope.voided': ofEnvelope,
  'signature-template.changed': z.object({ template_id: id }),
  'signature-template.activated': z.object({ template_id: id }),
  'signature-template.deleted': z.object({ template_id: id }),
  'signature-template.synced': z.object({ organization_id: id }),
  /** It was printed as it is not kept yet; `of` is the record that it is made of, `funeral_home_id` whose price list. */
  'paper.printed': z.object({
    paper: z.enum(keptPaperNames),
    of: id,
    case_id: id,
    funeral_home_id: id.optional(),
  }),
  'family-page.changed': z.object({ case_id: id }),
  'family-page.opened': z.object({ case_id: id }),
  /** A new code is to be mailed to the informant; an older asking has no business any more. */
  'family-page.code-asked': z.object({ case_id: id, version: z.number().int() }),
  'family-review.sent': z.object({ case_id: id, revision: z.number().int() }),
  'family-review.confirmed': z.object({ case_id: id, revision: z.number().int() }),
  /** A family stopped and goes on later: its link is to be mailed. */
  'report-draft.kept': z.object({ draft_id: id, funeral_home_id: id }),
  /** The code that opens it is to be mailed. */
  'report-draft.code-asked': z.object({ draft_id: id, funeral_home_id: id }),
  'permit.added': z.object({ permit_id: id, case_id: id }),
  'permit.updated': z.object({ permit_id: id, case_id: id }),
  'permit.deleted': z.object({ permit_id: id, case_id: id }),
  'calendar-feed.created': z.object({ feed_id: id, profile_id: id }),
  'calendar-feed.revoked': z.object({ feed_id: id, profile_id: id }),
  'google-calendar.connected': z.object({ organization_id: id }),
  /** Announced again while events are left to be cleaned up. */
  'google-calendar.disconnected': z.object({ organization_id: id, connection: id }),
  /**
   * Everything is compared, first what stands there and then the days; `standing` is the event there, and `from` the day,
   * that the comparison before it ended with.
   */
  'google-calendar.sync-wanted': z.object({
    organization_id: id,
    from: z.iso.date().nullable(),
    standing: z.stringFormat('digest', /^[0-9a-f]{32}$/).optional(),
  }),
  'google-calendar.case-wanted': z.object({ case_id: id }),
  /** Somebody changed something there, or it is time to look. */
  'google-calendar.changed': z.object({ organization_id: id }),
  'home.updated': z.object({ funeral_home_id: id }),
  'price-list.changed': z.object({ price_list_id: id, funeral_home_id: id }),
  'price-list.put-in-force': z.object({ price_list_id: id, funeral_home_id: id }),
  'accounting-connection.changed': z.object({ organization_id: id }),
  /** A walk through all cases with money goes on; null: one is to begin that sends what is missing. */
  'accounting.sync-wanted': z.object({ organization_id: id, run: id.nullable() }),
  'accounting.case-wanted': z.object({ case_id: id }),
  /** QuickBooks says that records of a company have changed there, and never how: they are looked at. */
  'accounting.changes-heard': z.object({
    organization_id: id,
    realm: quickBooksNumber,
    changes: z.array(z.object({ type: z.enum(bookedTypes), id: quickBooksNumber, changed_at: z.iso.datetime() })),
  }),
  'managed-form.changed': z.object({ managed_form_id: id, funeral_home_id: id }),
  'managed-form.published': z.object({ managed_form_id: id, funeral_home_id: id, version: z.number().int() }),
  'signing-connection.changed': z.object({ organization_id: id }),
  /** DocuSeal is to be asked how the envelope stands: it announced something, or has been silent for long. */
  'envelope.check-wanted': z.object({ envelope_id: id }),
  'ssn.revealed': z.object({ case_id: id, profile_id: id }),
} as const satisfies Record<string, z.ZodObject>;

export type EventName = keyof typeof events;
/** Whether this release knows an event of this name. */
export const isEventName = (name: string): name is EventName => Object.hasOwn(events, name);
export type EventPayload<N extends EventName> = z.output<(typeof events)[N]>;

/** What travels on the bus as `detail`; the event's name is the `detail-type`. */
export const EventEnvelope = z.object({
  id,
  organization_id: id,
  occurred_at: z.iso.datetime(),
  /** The request that changed what the event tells of: it leads from the answer to the logs of the workers. */
  request_id: z.string(),
  payload: z.record(z.string(), z.unknown()),
});
export type EventEnvelope = z.output<typeof EventEnvelope>;

/** The `source` of every event that Stillwater itself announces. */
export const eventSource = 'stillwater';
