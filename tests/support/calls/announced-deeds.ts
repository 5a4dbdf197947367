import type { AuditAction } from '#domain/shared/audit/audit-actions.ts';
import { allEndpoints } from '#domain/shared/contract/endpoints.ts';
import type { EventName } from '#domain/shared/events/catalog.ts';

const nounOf = (name: string): string => name.slice(0, name.indexOf('.'));
const plain = (name: string): string => name.replaceAll('_', '-');

/** Which event of a call announces which of its deeds: the one of its name, else what is left for its kind of record. */
const pairsOf = (records: readonly AuditAction[], announces: readonly EventName[]): [AuditAction, EventName][] => {
  const named = (deed: AuditAction) => announces.find((event) => plain(event) === plain(deed));
  const left = announces.filter((event) => !records.some((deed) => named(deed) === event));
  const [only, ...others] = left;
  return records.flatMap((deed): [AuditAction, EventName][] => {
    const event =
      named(deed) ??
      left.find((one) => nounOf(one) === nounOf(deed)) ??
      (others.length === 0 && records.length === 1 ? only : undefined);
    return event ? [[deed, event]] : [];
  });
};

const rows = allEndpoints().map(({ row: { auditActions: records = [], events: announces = [] } }) => ({
  records,
  announces,
}));
/** Events that calls announce of which nothing is on record: they ask for work, and say nothing of a deed. */
const requests = new Set(rows.flatMap(({ records, announces }) => (records.length ? [] : announces)));

/** Deeds that are announced, each by an event about the same record, as the rows of the contract say. */
export const announcedDeeds: ReadonlyMap<string, EventName> = new Map(
  rows.flatMap(({ records, announces }) => pairsOf(records, announces)).filter(([, event]) => !requests.has(event)),
);
