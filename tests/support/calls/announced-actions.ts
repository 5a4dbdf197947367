import { allEndpoints } from '#domain/registry/endpoints.ts';
import type { EventName } from '#domain/registry/event-catalog.ts';
import type { AuditAction } from '#domain/shared/audit/audit-actions.ts';

const nounOf = (name: string): string => name.slice(0, name.indexOf('.'));
const plain = (name: string): string => name.replaceAll('_', '-');

const pairsOf = (records: readonly AuditAction[], announces: readonly EventName[]): [AuditAction, EventName][] => {
  const named = (action: AuditAction) => announces.find((event) => plain(event) === plain(action));
  const left = announces.filter((event) => !records.some((action) => named(action) === event));
  const [only, ...others] = left;
  return records.flatMap((action): [AuditAction, EventName][] => {
    const event =
      named(action) ??
      left.find((auditAction) => nounOf(auditAction) === nounOf(action)) ??
      (others.length === 0 && records.length === 1 ? only : undefined);
    return event ? [[action, event]] : [];
  });
};

const endpoints = allEndpoints().map(({ endpoint: { auditActions: records = [], events: announces = [] } }) => ({
  records,
  announces,
}));
const requests = new Set(endpoints.flatMap(({ records, announces }) => (records.length ? [] : announces)));

export const announcedActions: ReadonlyMap<string, EventName> = new Map(
  endpoints
    .flatMap(({ records, announces }) => pairsOf(records, announces))
    .filter(([, event]) => !requests.has(event)),
);
