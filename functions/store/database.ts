import type { EventName, EventPayload } from '#domain/events/catalog.ts';
import { casesIn } from '#functions/records/cases.ts';
import { customersWithCases } from '#functions/records/customer-database.ts';
import { organizationsIn } from '#functions/records/organizations.ts';
import { secondFactorIn } from '#functions/records/second-factor.ts';
import { ssnIn } from '#functions/records/ssn.ts';
import { submissionsIn } from '#functions/records/submissions.ts';
import { teamIn } from '#functions/records/team.ts';
import { auditEntries, auditWrite, type Change, type Trace } from './audit.ts';
import { idempotencyWrite, type RequestIdentity } from './idempotency.ts';
import { keysOf, sharedKeys } from './keys.ts';
import { announcement, outboxWrite } from './outbox.ts';
import type { Item, Table, Write } from './table.ts';
import { inTurn } from './turns.ts';
import { composed } from './unit-of-work.ts';

/** The events of a commit are one item, in their order: the one of the first takes the others in. */
const announcedTogether = (writes: readonly Write[]): Write[] => {
  const isOutbox = (write: Write): write is Extract<Write, { put: Item }> =>
    'put' in write && write.put.stream === 'outbox';
  const [first, ...others] = writes.filter(isOutbox);
  if (!first || others.length === 0) return [...writes];
  const events = [first, ...others].flatMap(({ put }) => put.events as unknown[]);
  return [...writes.filter((write) => !isOutbox(write)), { ...first, put: { ...first.put, events } }];
};

/**
 * The records of one organization, for one request. Repositories read, and make writes; `commit` carries the writes
 * out together with the audit entries and events among them, and with the answer to the request's idempotency key.
 */
export const databaseOf = (
  table: Table,
  organizationId: string,
  trace: Trace,
  idempotency?: RequestIdentity,
  scope: 'organization' | 'public' = 'organization',
) => {
  const keys = keysOf(organizationId);
  return {
    organizations: organizationsIn(table, keys),
    team: teamIn(table, keys),
    secondFactor: secondFactorIn(table, keys),
    submissions: submissionsIn(table, keys),
    cases: casesIn(table, keys),
    customers: customersWithCases(table, keys),
    ssn: ssnIn(table, keys),
    audit: {
      entry: (kind: string, id: string, action: string, changes?: readonly Change[]): Write =>
        auditWrite(keys, trace, kind, id, action, changes),
      of: (kind: string, id: string) => auditEntries(table, keys, kind, id),
    },
    outbox: {
      event: <N extends EventName>(name: N, aggregateId: string, payload: EventPayload<N>): Write =>
        outboxWrite(keys, organizationId, trace, [announcement(name, aggregateId, payload)]),
    },
    inTurn: <T>(what: string, work: () => Promise<T>): Promise<T> => inTurn(table, keys.turn(what), work),
    /** All writes or none; answers `answer`, which a repeated Idempotency-Key gets again. */
    async commit<T>(writes: readonly Write[], answer: T): Promise<T> {
      if (!idempotency) {
        await table.transact(composed(announcedTogether(writes)));
        return answer;
      }
      const key =
        scope === 'public' ? sharedKeys.publicIdempotency(idempotency.key) : keys.idempotency(idempotency.key);
      await table.transact(
        composed([idempotencyWrite(key, idempotency, answer, trace.now), ...announcedTogether(writes)]),
      );
      return answer;
    },
  };
};
export type Database = ReturnType<typeof databaseOf>;
