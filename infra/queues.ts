import { type EventName, events } from '#domain/shared/events/catalog.ts';

/**
 * Receives before a queue gives up a message. The workers' backoff (functions/platform/workers/worker.ts) stretches
 * 100 over days, so that a partner's outage leaves no dead letters.
 */
const maxReceiveCount = 100;

/**
 * Events of each queue. `mailSent` is SES's event of an accepted email, `scanned` GuardDuty's scan result, both on the
 * default bus.
 */
export const queues = {
  notify: {
    events: [
      'intake.submitted',
      'invitation.created',
      'invitation.resent',
      'member.authenticator-reset',
      'deadline.near',
      'gate.overridden',
      'month-report.made',
      'month-report.asked',
      'archive.ended',
      'family-page.code-asked',
      'report-draft.kept',
      'report-draft.code-asked',
      'family-review.sent',
      'family-review.confirmed',
    ] as const satisfies readonly EventName[],
    mailSent: true,
    scanned: false,
    maxReceiveCount,
  },
  identity: {
    events: [
      'member.deactivated',
      'member.reactivated',
      'member.authenticator-reset',
    ] as const satisfies readonly EventName[],
    mailSent: false,
    scanned: false,
    maxReceiveCount,
  },
  'document-scans': {
    events: ['case.deleted', 'submission.converted', 'submission.deleted'] as const satisfies readonly EventName[],
    mailSent: false,
    scanned: true,
    maxReceiveCount,
  },
  'signing-work': {
    events: [
      'envelope.send-requested',
      'envelope.resend-requested',
      'envelope.void-requested',
      'envelope.deleted',
      'envelope.check-wanted',
      'envelope.signed',
    ] as const satisfies readonly EventName[],
    mailSent: false,
    scanned: false,
    maxReceiveCount,
    // Each may hold a file of 40 MB several times.
    atOnce: 4,
  },
  'envelope-care': {
    events: [
      'submission.converted',
      'first-call.converted',
      'statement.finalized',
      'envelope.signed',
      ...(['envelope.sent', 'envelope.updated', 'envelope.declined'] as const),
      ...(['envelope.voided', 'envelope.deleted'] as const),
      'document.added',
      'case.cancelled',
      'case.deleted',
    ] as const satisfies readonly EventName[],
    mailSent: false,
    scanned: false,
    maxReceiveCount,
  },
  'document-zips': {
    events: ['document.zip-requested'] as const satisfies readonly EventName[],
    mailSent: false,
    scanned: false,
    maxReceiveCount,
  },
  archives: {
    events: ['archive.requested'] as const satisfies readonly EventName[],
    mailSent: false,
    scanned: false,
    maxReceiveCount,
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
      'google-calendar.connected',
      'google-calendar.disconnected',
      'google-calendar.sync-wanted',
      'google-calendar.case-wanted',
      'google-calendar.changed',
    ] as const satisfies readonly EventName[],
    mailSent: false,
    scanned: false,
    maxReceiveCount,
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
    ] as const satisfies readonly EventName[],
    mailSent: false,
    scanned: false,
    maxReceiveCount,
    // QuickBooks allows ten calls a second per company, and documents need their references first.
    atOnce: 4,
    workers: 2,
  },
  'kept-papers': {
    events: ['paper.printed', 'statement.finalized', 'statement.accepted'] as const satisfies readonly EventName[],
    mailSent: false,
    scanned: false,
    maxReceiveCount,
  },
} as const;

/** Messages per batch, handled concurrently; SQS delivers at most ten without a batching window. */
export const messagesAtOnce = (name: keyof typeof queues): number => {
  const row = queues[name];
  return 'atOnce' in row ? row.atOnce : 10;
};

export const workersAtOnce = (name: keyof typeof queues): number => {
  const row = queues[name];
  return 'workers' in row ? row.workers : 5;
};

/** Events without a worker yet: published and archived. */
export const unroutedEvents: readonly EventName[] = (Object.keys(events) as EventName[]).filter(
  (name) => !Object.values(queues).some((queue) => (queue.events as readonly EventName[]).includes(name)),
);

/**
 * Readers of the table stream. `outbox` reads new items whose attribute `stream` has that name, `projections` every
 * change of records with projections, by sort key.
 */
export type StreamName = 'outbox' | 'projections';

export const projectedItems = {
  equal: ['SUBMISSION', 'FIRSTCALL', 'CASE', 'CUSTOMER', 'PAYMENT', 'ENVELOPE', 'DEADLINE'],
  beginning: ['SECTION#', 'LINK#', 'PART#'],
} as const;
