import { type EventName, events } from '#domain/events/catalog.ts';

/**
 * How often a message comes before its queue gives it up, and so what no worker gives up by itself: the workers' backoff
 * (functions/kernel/backoff.ts) stretches that over more than a day, so that a partner's outage leaves no dead letters.
 */
const maxReceiveCount = 50;

/**
 * Which events reach which queue. `mailSent`: SES telling us that it took a mail; `scanned`: GuardDuty, what
 * it found in a file (both on the default bus).
 */
export const queues = {
  notify: {
    events: [
      'intake.submitted',
      'invitation.created',
      'invitation.resent',
      'member.authenticator-reset',
      'deadline.near',
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
    events: ['case.deleted'] as const satisfies readonly EventName[],
    mailSent: false,
    scanned: true,
    maxReceiveCount,
  },
  'document-zips': {
    events: ['document.zip-requested'] as const satisfies readonly EventName[],
    mailSent: false,
    scanned: false,
    maxReceiveCount,
  },
  'kept-papers': {
    events: ['paper.printed', 'statement.finalized', 'statement.accepted'] as const satisfies readonly EventName[],
    mailSent: false,
    scanned: false,
    maxReceiveCount,
  },
} as const;

/** Events that nobody acts on yet: they are published and archived. */
export const unrouted: readonly EventName[] = (Object.keys(events) as EventName[]).filter(
  (name) => !Object.values(queues).some((queue) => (queue.events as readonly EventName[]).includes(name)),
);
