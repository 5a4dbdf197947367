import { createCustomer, exampleCustomer } from '#tests/support/records/customers.ts';
import { customer, merge } from '#tests/support/records/example-records.ts';
import { about, type Example, nothing } from './example.ts';

export const customersExamples = {
  'customers.list': async () => ({ query: { ordering: '-created_at' } }),
  'customers.create': async ({ entered }) => ({
    body: exampleCustomer({ phone: null, email: null, ...entered.customer }),
  }),
  'customers.search': async () => ({ query: { q: 'Nobody' } }),
  'customers.export': nothing,
  'customers.cleanupDuplicates': async ({ harness, tenant, entered }) => {
    for (let n = 0; n < 2; n++) await createCustomer(harness, tenant, { ...entered.customer, phone: '9045550172' });
    await harness.projected();
    return { body: {} };
  },
  'customers.notSame': async (world) => ({ body: { ids: [await customer(world), await customer(world)] } }),
  'customers.bulkDelete': async (world) => ({ body: { customer_ids: [await customer(world), await customer(world)] } }),
  'customers.get': about(customer),
  'customers.update': about(customer, { city: 'Palatka' }),
  'customers.delete': about(customer),
  'customers.mergePreview': async (world) => ({
    params: { id: await customer(world) },
    query: { duplicate_id: await customer(world) },
  }),
  'customers.merge': async (world) => ({
    params: { id: await customer(world) },
    body: { duplicate_id: await customer(world) },
  }),
  'customers.undoMerge': async (world) => {
    const { id, merge_id } = await merge(world);
    return { params: { id }, body: { merge_id } };
  },
} satisfies Record<string, Example>;
