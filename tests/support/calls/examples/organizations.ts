import { finishedArchive, showApp } from '#tests/support/records/archives.ts';
import { asOwner, deletedCustomer } from '#tests/support/records/example-records.ts';
import { about, type Example, homeId, nothing } from './example.ts';

const numbering = { pattern: '{PREFIX}-{YEAR}-{SEQ}', prefix: 'EX', location_code: '', padding: 4, reset_yearly: true };

export const organizationsExamples = {
  'archives.list': nothing,
  'archives.ask': async (world) => {
    await showApp(world.harness, asOwner(world));
    return {};
  },
  'archives.download': about(({ harness, tenant }) => finishedArchive(harness, tenant)),
  'funeral-homes.list': nothing,
  'funeral-homes.current': nothing,
  'funeral-homes.get': about(homeId),
  'funeral-homes.update': about(homeId, { city: 'Palatka' }),
  'funeral-homes.auditLog': about(homeId),
  'funeral-homes.caseNumbering': about(homeId),
  'funeral-homes.previewCaseNumbering': about(homeId, numbering),
  'funeral-homes.updateCaseNumbering': about(homeId, numbering),
  'organizations.get': nothing,
  'organizations.update': async () => ({ body: { name: 'Quiet Water Group' } }),
  'privacy.deletedRecords': nothing,
  'privacy.forget': about(deletedCustomer, { kind: 'customer', confirmation: 'FORGET' }),
  'onboarding.get': nothing,
  'onboarding.save': async () => ({ body: { step: 'home' } }),
  'reference-data.countries': async () => ({ as: 'nobody' }),
  'reference-data.states': async () => ({ as: 'nobody', query: { country: 'CA' } }),
  'reference-data.openapi': async () => ({ as: 'nobody' }),
  'health.get': async () => ({ as: 'nobody' }),
} satisfies Record<string, Example>;
