import type { EventName } from '#domain/registry/event-catalog.ts';

/**
 * Receives before a queue gives up a message. The workers' backoff (functions/platform/workers/worker.ts) stretches
 * 100 over days, so that a partner's outage leaves no dead letters.
 */
export const maxReceiveCount = 100;

interface WorkQueue {
  events: readonly EventName[];
  /** Also receives SES's event of an accepted email, from the default bus. */
  mailSent?: true;
  /** Also receives GuardDuty's scan result, from the default bus. */
  scanned?: true;
  /** Messages per batch, handled concurrently; 10 by default, SQS's maximum without a batching window. */
  atOnce?: number;
  /** 5 by default. */
  workers?: number;
}

const table = {
  notify: {
    events: [
      'intake.submitted',
      'invitation.created',
      'invitation.resent',
      'member.authenticator-reset',
      'deadline.near',
      'gate.overridden',
      'care.differs',
      'task.assigned',
      'office-task.assigned',
      'task.due-near',
      'run-sheet.changed',
      'month-report.made',
      'month-report.asked',
      'archive.ended',
      'family-page.code-asked',
      'report-draft.kept',
      'report-draft.code-asked',
      'family-review.sent',
      'family-review.confirmed',
    ],
    mailSent: true,
  },
  identity: {
    events: ['member.deactivated', 'member.reactivated', 'member.authenticator-reset'],
  },
  'document-scans': {
    events: ['case.deleted', 'submission.converted', 'submission.deleted'],
    scanned: true,
  },
  'signing-work': {
    events: [
      'envelope.send-requested',
      'envelope.resend-requested',
      'envelope.void-requested',
      'envelope.deleted',
      'envelope.check-wanted',
      'envelope.signed',
    ],
    // Each may hold a file of 40 MB several times.
    atOnce: 4,
  },
  'envelope-care': {
    events: [
      'submission.converted',
      'first-call.converted',
      'statement.finalized',
      'envelope.signed',
      'envelope.sent',
      'envelope.updated',
      'envelope.declined',
      'envelope.voided',
      'envelope.deleted',
      'document.added',
      'case.cancelled',
      'case.deleted',
    ],
  },
  'task-work': {
    events: [
      'case.created',
      'case.updated',
      'case.activated',
      'case.completed',
      'case.reopened',
      'certificate.copies-recorded',
      'certificate.copies-deleted',
      'gate.changed',
      'disposition.recorded',
      'care.opened',
      'care.moved',
      'effect.changed',
      'effect.returned',
      'payment.recorded',
      'payment.voided',
      'payment.refunded',
      'statement.finalized',
      'document.added',
      'document.changed',
      'document.deleted',
      'document.restored',
      'envelope.signed',
      'permit.added',
      'permit.updated',
      'permit.deleted',
      'task.checklist-started',
      'member.deactivated',
    ],
  },
  'document-zips': {
    events: ['document.zip-requested'],
  },
  archives: {
    events: ['archive.requested'],
    // Each takes all the time and memory of its worker.
    atOnce: 1,
  },
  'google-calendar': {
    events: [
      'case.created',
      'case.updated',
      'case.activated',
      'case.completed',
      'case.cancelled',
      'case.reopened',
      'case.deleted',
      'permit.added',
      'permit.updated',
      'permit.deleted',
      'deadline.overridden',
      'event.changed',
      'office-event.changed',
      'google-calendar.connected',
      'google-calendar.disconnected',
      'google-calendar.sync-wanted',
      'google-calendar.case-wanted',
      'google-calendar.changed',
    ],
  },
  quickbooks: {
    events: [
      'payment.recorded',
      'payment.corrected',
      'payment.voided',
      'payment.refunded',
      'statement.finalized',
      'case.updated',
      'case.cancelled',
      'case.reopened',
      'accounting-connection.changed',
      'accounting.sync-wanted',
      'accounting.case-wanted',
      'accounting.changes-heard',
    ],
    // QuickBooks allows ten calls a second per company, and documents need their references first.
    atOnce: 4,
    workers: 2,
  },
  'kept-papers': {
    events: ['paper.printed', 'statement.finalized', 'statement.accepted'],
  },
} satisfies Record<string, WorkQueue>;

export type QueueName = keyof typeof table;
export const queues: Readonly<Record<QueueName, WorkQueue>> = table;
export const messagesAtOnce = (name: QueueName): number => queues[name].atOnce ?? 10;
export const workersAtOnce = (name: QueueName): number => queues[name].workers ?? 5;

/**
 * Readers of the table stream. `outbox` reads new items whose attribute `stream` has that name, `projections` every
 * change of records with projections, by sort key.
 */
export type StreamName = 'outbox' | 'projections';

export const projectedItems = {
  equal: ['SUBMISSION', 'FIRSTCALL', 'CASE', 'CUSTOMER', 'PAYMENT', 'ENVELOPE', 'DEADLINE', 'TASK'],
  beginning: ['SECTION#', 'LINK#', 'PART#', 'EVENT#'],
} as const;
