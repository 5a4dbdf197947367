import * as z from 'zod';
import { deadlineKinds, duties } from '#domain/deadlines/rule-builders.ts';
import { archivedPrintoutNames } from '#domain/documents/printing/paper.ts';
import { checks, gates, steps } from '#domain/gates/gate-names.ts';
import { postedTypes, quickBooksNumber } from '#domain/quickbooks/postings.ts';
import { Month } from '#domain/reports/month-report.ts';

const id = z.uuid();

const dueDeadline = z.object({ case_id: id, kind: z.enum(duties), due: z.iso.date() });
const ofEntry = z.object({ case_id: id, subject_id: id, number: z.number().int() });
/** An event of its own, or one whose date is a field of its case. */
const dayEventId = z.stringFormat(
  'day event',
  /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:-(?:service|cremation|disposition))?$/,
);
/** The id of a free task, or of a case and the key of an item of its checklist. */
const taskId = z.stringFormat('task', /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:\.[a-z0-9][a-z0-9_-]{0,39})?$/);
const ofTask = z.object({ case_id: id, task: taskId });
const ofEnvelope = z.object({ envelope_id: id, case_id: id });

/** Payloads carry ids, never personal data, so that queues, archives and logs hold nothing about a family. */
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
  'gate.changed': z.object({ case_id: id }),
  'gate.overridden': z.object({ case_id: id, gate: z.enum(gates), check: z.enum(checks) }),
  'disposition.recorded': z.object({ case_id: id, step: z.enum(steps) }),
  'care.opened': z.object({ case_id: id, subject_id: id }),
  'care.moved': ofEntry,
  /** Someone was found elsewhere than recorded, or a count differs. */
  'care.differs': z.object({ entry: ofEntry.nullable(), count_id: id.nullable() }),
  'care.counted': z.object({ count_id: id }),
  'care.count-settled': z.object({ count_id: id }),
  'effect.changed': z.object({ case_id: id }),
  'effect.returned': z.object({ case_id: id, receipt_id: id }),
  /** An event of a case: its id, also that of a deleted one. */
  'event.changed': z.object({ case_id: id, event: dayEventId }),
  'office-event.changed': z.object({ event: id }),
  /** The day of a person changed. */
  'run-sheet.changed': z.object({ profile_id: id, day: z.iso.date(), event: dayEventId, case_id: id.nullable() }),
  'shift.changed': z.object({ profile_id: id }),
  'task.added': ofTask,
  /** A person gave the task to someone else, the `owner`. */
  'task.assigned': ofTask.extend({ owner: id }),
  'task.changed': ofTask,
  'task.deleted': ofTask,
  /** By a person or by a recorded fact; also one that is not needed. */
  'task.completed': ofTask,
  'task.reopened': ofTask,
  'task.commented': ofTask,
  'task.checklist-started': z.object({ case_id: id }),
  /** Tasks of one person that are due within a day or late. */
  'task.due-near': z.object({ owner: id, tasks: z.array(taskId).min(1) }),
  'office-task.assigned': z.object({ task: taskId, owner: id }),
  'office-task.changed': z.object({ task: taskId }),
  'deadline.overridden': z.object({ case_id: id, kind: z.enum(deadlineKinds) }),
  /** With what else is due of the same owner at the same home. */
  'deadline.near': dueDeadline.extend({ also: z.array(dueDeadline).optional() }),
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
  /** For one signer, or all who can sign now; `day_ends` is the last day to send a reminder. */
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
  /** Printed but not stored yet; `of` is its source record. */
  'paper.printed': z.object({
    paper: z.enum(archivedPrintoutNames),
    of: id,
    case_id: id,
    funeral_home_id: id.optional(),
  }),
  'family-page.changed': z.object({ case_id: id }),
  'family-page.opened': z.object({ case_id: id }),
  'family-page.code-asked': z.object({ case_id: id, version: z.number().int() }),
  'family-review.sent': z.object({ case_id: id, revision: z.number().int() }),
  'family-review.confirmed': z.object({ case_id: id, revision: z.number().int() }),
  'report-draft.kept': z.object({ draft_id: id, funeral_home_id: id }),
  'report-draft.code-asked': z.object({ draft_id: id, funeral_home_id: id }),
  'permit.added': z.object({ permit_id: id, case_id: id }),
  'permit.updated': z.object({ permit_id: id, case_id: id }),
  'permit.deleted': z.object({ permit_id: id, case_id: id }),
  'calendar-feed.created': z.object({ feed_id: id, profile_id: id }),
  'calendar-feed.revoked': z.object({ feed_id: id, profile_id: id }),
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
  'home.updated': z.object({ funeral_home_id: id }),
  'price-list.changed': z.object({ price_list_id: id, funeral_home_id: id }),
  'price-list.put-in-force': z.object({ price_list_id: id, funeral_home_id: id }),
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
  'managed-form.changed': z.object({ managed_form_id: id, funeral_home_id: id }),
  'managed-form.published': z.object({ managed_form_id: id, funeral_home_id: id, version: z.number().int() }),
  'signing-connection.changed': z.object({ organization_id: id }),
  /** Poll DocuSeal for the envelope: a webhook arrived, or none for long. */
  'envelope.check-wanted': z.object({ envelope_id: id }),
  'ssn.revealed': z.object({ case_id: id, profile_id: id }),
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
