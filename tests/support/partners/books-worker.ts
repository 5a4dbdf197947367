import type { EventName } from '#domain/shared/events/catalog.ts';
import { quickBooksHandlers } from '#functions/quickbooks/worker/handlers.ts';
import type { Harness } from '#tests/support/harness.ts';
import { batchesAt, unsentPlaces } from '#tests/support/partners/unsent-outbox.ts';
import type { Tenant } from '#tests/support/tenants.ts';

interface Announced {
  name: EventName;
  payload: object;
}

export const booksWorker = (harness: Harness, tenant: Pick<Tenant, 'id'>, now: () => Date) => {
  const handlers = quickBooksHandlers({ table: harness.table, companies: harness.quickBooksCompanies, now });
  const work = (name: EventName, payload: object): Promise<void> => {
    const envelope = { id: crypto.randomUUID(), organization_id: tenant.id, occurred_at: '', request_id: 't', payload };
    const trace = { actor: { id: null, name: 'System', role: null }, ip: null, requestId: 't', now: now() } as const;
    return (handlers[name] as (delivery: object, run: object) => Promise<void>)({ envelope }, { trace });
  };
  const announcedSince = async (known: Set<string>): Promise<Announced[]> => {
    const fresh = (await unsentPlaces(harness.table)).filter(({ position }) => !known.has(position));
    for (const { position } of fresh) known.add(position);
    const ours = (await batchesAt(harness.table, fresh)).flatMap(({ events }) =>
      events.filter(
        ({ name, envelope }) => envelope.organization_id === tenant.id && /^accounting(?:-connection)?\./.test(name),
      ),
    );
    return ours.map(({ name, envelope: { payload } }) => ({ name: name as EventName, payload }));
  };
  const drained = async (begin: () => Promise<unknown>): Promise<void> => {
    const known = new Set((await unsentPlaces(harness.table)).map(({ position }) => position));
    await begin();
    for (let all = await announcedSince(known); all.length > 0; all = await announcedSince(known))
      for (const { name, payload } of all) await work(name, payload);
  };
  return { work, drained };
};
