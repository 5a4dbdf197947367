import { areas } from '#domain/registry/endpoints.ts';
import {
  announcedBooks,
  connectFurther,
  connectQuickBooks,
  consented,
  finishedPreview,
  keepBooks,
  proposedSettings,
  refusedEntry,
} from '#tests/support/partners/quickbooks.ts';
import { caseId } from '#tests/support/records/example-records.ts';
import { succeeded } from '#tests/support/records/reports.ts';
import { type Example, homeId, nothing } from './example.ts';

const booksConnected: Example = async ({ harness, tenant }) => {
  await connectQuickBooks(harness, tenant);
  return {};
};
const booksKept: Example = async ({ harness, tenant }) => {
  await keepBooks(harness, tenant);
  return {};
};

export const quickbooksExamples = {
  'accounting.authUrl': nothing,
  'accounting.exchange': async ({ harness, tenant }) => ({ body: await consented(harness, tenant) }),
  'accounting.status': nothing,
  'accounting.disconnect': booksConnected,
  'accounting.chooseCompany': async (world) => {
    await booksConnected(world);
    return { params: { id: homeId(world) }, body: { company: await connectFurther(world.harness, world.tenant) } };
  },
  'accounting.accounts': booksConnected,
  'accounting.invoices': booksConnected,
  'accounting.overview': booksConnected,
  'accounting.trigger': booksKept,
  'accounting.syncProgress': booksKept,
  'accounting.previewSync': async (world) => ({ ...(await booksKept(world)), body: { from: '2026-01-01' } }),
  'accounting.startSync': async (world) => {
    await booksKept(world);
    return { body: await finishedPreview(world.harness, world.tenant, '2026-01-01') };
  },
  'accounting.stopSync': async (world) => {
    await booksKept(world);
    succeeded(await world.harness.call(areas.accounting.trigger, { as: world.tenant.profiles.super_admin }));
    return {};
  },
  'accounting.reconciliation': async (world) => ({ ...(await booksKept(world)), query: { month: '2026-11' } }),
  'accounting.exportReconciliation': async (world) => ({ ...(await booksKept(world)), query: { month: '2026-11' } }),
  'accounting.entries': async () => ({ query: { state: 'failed' } }),
  'accounting.sendAgain': async (world) => ({
    body: await refusedEntry(world.harness, world.tenant, await caseId(world)),
  }),
  'accounting.markDone': async (world) => ({
    body: await refusedEntry(world.harness, world.tenant, await caseId(world)),
  }),
  'accounting.settings': booksConnected,
  'accounting.saveSettings': async (world) => {
    await booksConnected(world);
    return { body: await proposedSettings(world.harness, world.tenant) };
  },
  'accounting-webhooks.received': async (world) => {
    const intuitaccountid = await keepBooks(world.harness, world.tenant);
    const time = world.harness.state.now().toISOString();
    return announcedBooks([{ type: 'qbo.payment.updated.v1', time, intuitentityid: '1', intuitaccountid }]);
  },
} satisfies Record<string, Example>;
