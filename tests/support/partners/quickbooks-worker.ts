import type { EventName } from '#domain/registry/event-catalog.ts';
import { quickBooksHandlers } from '#functions/quickbooks/worker/handlers.ts';
import type { Harness } from '#tests/support/harness.ts';
import { takeUnsent } from '#tests/support/partners/unsent-outbox.ts';
import type { Tenant } from '#tests/support/tenants.ts';

interface Announced {
  name: EventName;
  payload: object;
}

export const quickBooksWorker = (harness: Harness, tenant: Pick<Tenant, 'id'>, now: () => Date) => {
  const handlers = quickBooksHandlers({ table: harness.table, companies: harness.quickBooksCompanies, now });
  const work = (name: EventName, payload: object): Promise<void> => {
    const envelope = { id: crypto.randomUUID(), organization_id: tenant.id, occurred_at: '', request_id: 't', payload };
    const trace = { actor: { id: null, name: 'System', role: null }, ip: null, requestId: 't', now: now() } as const;
    return (handlers[name] as (delivery: object, run: object) => Promise<void>)({ envelope }, { trace });
  };
  /** Marks all events as sent, so that later questions read few. */
  const announced = async (): Promise<Announced[]> =>
    (await takeUnsent(harness.table)).flatMap(({ name, envelope: { organization_id, payload } }) =>
      organization_id === tenant.id && /^accounting(?:-connection)?\./.test(name)
        ? [{ name: name as EventName, payload }]
        : [],
    );
  const drained = async (begin: () => Promise<unknown>): Promise<void> => {
    await announced();
    await begin();
    for (let all = await announced(); all.length > 0; all = await announced())
      for (const { name, payload } of all) await work(name, payload);
  };
  return { work, drained };
};
