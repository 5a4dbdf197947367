import { areas } from '#domain/registry/endpoints.ts';
import type { EventEnvelope } from '#domain/registry/event-catalog.ts';
import { onArchiveEnded } from '#functions/emails/staff-emails.ts';
import { archivesOf } from '#functions/exports/repository.ts';
import { onArchiveRequested } from '#functions/exports/worker/on-archive-requested.ts';
import type { Profile } from '#functions/organizations/repository/organizations.ts';
import type { Mail } from '#functions/platform/adapters/mailer.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import { secondFactorSchema } from '#functions/team/repository/second-factor.ts';
import { unsentEvents } from '#tests/support/engines/bus-in-memory.ts';
import { testKeyWrapper } from '#tests/support/engines/key-wrapper.ts';
import { firstSession, type Harness } from '#tests/support/harness.ts';
import type { Tenant } from '#tests/support/tenants.ts';
import { succeeded } from './reports.ts';

export const showApp = ({ table }: Pick<Harness, 'table'>, { id, organization_id }: Profile): Promise<void> =>
  table.transact([
    {
      put: secondFactorSchema.item(keysOf(organization_id).secondFactor(id), {
        ...{ sessions: [firstSession], since: 0, app: true },
      }),
    },
  ]);

export const askedArchive = async (harness: Harness, tenant: Tenant): Promise<string> => {
  const as = tenant.profiles.super_admin;
  await showApp(harness, as);
  return String(succeeded(await harness.call(areas.archives.ask, { as })).body.id);
};

const far = new Date('2200-01-01T00:00:00Z');

export const announcedOf = async (harness: Harness, tenant: Tenant, name: string): Promise<EventEnvelope[]> =>
  (await unsentEvents(harness.table, far)).flatMap((unsentEvent) =>
    unsentEvent.name === name && unsentEvent.envelope.organization_id === tenant.id ? [unsentEvent.envelope] : [],
  );

export const makeArchive = async (harness: Harness, tenant: Tenant, id: string, now = new Date()): Promise<void> => {
  const requests = await announcedOf(harness, tenant, 'archive.requested');
  const envelope = requests.find(({ payload }) => payload.archive_id === id);
  if (!envelope) throw new Error('nobody asked for it');
  const worker = onArchiveRequested({
    organizationTable: harness.organizationTable,
    keyWrapper: testKeyWrapper,
    proof: harness.auditSigner,
    bucket: harness.documents.bucket,
  });
  const actor = { id: null, name: 'System', role: null } as const;
  const trace = { actor, ip: null, requestId: 'test', now };
  await worker({ envelope: { ...envelope, payload: { archive_id: id } } }, { trace });
};

export const finishedArchive = async (harness: Harness, tenant: Tenant): Promise<string> => {
  await showApp(harness, tenant.profiles.super_admin);
  const [id, at] = [crypto.randomUUID(), new Date().toISOString()];
  const record = {
    ...{ id, organization_id: tenant.id, version: 1, state: 'ready' as const, asked_at: at, asked_by_name: 'Owner' },
    ...{ ready_at: at, size: 1, records: 1, files: 0, expires_at: Math.floor(Date.now() / 1000) + 86_400 },
  };
  await harness.table.transact([archivesOf(harness.table, tenant.id).create(record)]);
  return id;
};

export const readyArchive = async (harness: Harness, tenant: Tenant): Promise<string> => {
  const id = await askedArchive(harness, tenant);
  await makeArchive(harness, tenant, id);
  return id;
};

export const archiveMails = async (harness: Harness, tenant: Tenant): Promise<Mail[]> => {
  const sent: Mail[] = [];
  const dependencies = {
    ...{ table: harness.table, mailer: { send: async (mail: Mail) => void sent.push(mail) }, now: () => new Date() },
    ...{ leaseSeconds: 30, staffSiteUrl: 'https://staff', intakeSiteUrl: 'x' },
  };
  for (const envelope of await announcedOf(harness, tenant, 'archive.ended'))
    for (const _again of [1, 2]) await onArchiveEnded(dependencies)({ envelope } as never);
  return sent;
};
