import { postingKinds } from '#domain/quickbooks/postings.ts';
import { quickBooksEndpoints } from '#domain/quickbooks/quickbooks.endpoints.ts';
import { missingChoices, quickBooksMessages } from '#domain/quickbooks/quickbooks-records.ts';
import type { SyncRun } from '#domain/quickbooks/sync.schema.ts';
import { recordsOf } from '#domain/quickbooks/sync-warnings.ts';
import { AppError, invalid } from '#domain/shared/contract/errors.ts';
import { toDecimal } from '#domain/shared/values/money.ts';
import { pick } from '#domain/shared/values/pick.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { connections, type createConnectionRepository } from '#functions/platform/partners/partner-connections.ts';
import { newRun, resumedRun, type SyncRunRecord, syncRuns } from '#functions/quickbooks/repository/sync-runs.ts';
import {
  isForRealm,
  type QuickBooksSettingsRecord,
  type QuickBooksSettingsRepository,
  quickBooksSettings,
} from './repository/postings.ts';
import { requestedCompany } from './shared/company.ts';

const earliest = '2000-01-01';

const presentRun = (run: SyncRunRecord): SyncRun => ({
  ...pick(run, ['id', 'mode', 'state', 'from', 'begun_at', 'begun_by_name', 'stopped_by_name', 'finished_at']),
  ...pick(run, ['cases', 'of_records', 'attention', 'attention_count', 'is_compared']),
  records: recordsOf(run.tallies),
  kinds: postingKinds.map((kind) => {
    const { wanted, wanted_cents, there, there_cents, failed } = run.tallies[kind];
    return { kind, wanted, amount: toDecimal(wanted_cents), there, there_amount: toDecimal(there_cents), failed };
  }),
});

interface Needs {
  connections: Pick<ReturnType<typeof createConnectionRepository>, 'find'>;
  quickBooksSettings: Pick<QuickBooksSettingsRepository, 'settings'>;
}
interface MappedCompany {
  realm: string;
  /** The realm id of an additional company. */
  further: string | undefined;
  settings: QuickBooksSettingsRecord;
}
/** Throws 409 if the company is not connected or has no accounts chosen. */
const requireMappedCompany = async (db: Needs, company: string | undefined): Promise<MappedCompany> => {
  const { connection, further } = await requestedCompany(db.connections, company);
  const settings = await db.quickBooksSettings.settings(further);
  if (!connection?.oauth) throw new AppError('conflict', { detail: quickBooksMessages.notConnected });
  const realm = connection.oauth.subject;
  if (!settings || !isForRealm(settings, realm) || missingChoices(settings).length > 0)
    throw new AppError('conflict', { detail: quickBooksMessages.notMapped });
  return { realm, further, settings };
};

export const readProgress = handler(
  quickBooksEndpoints.syncProgress,
  { quickBooksSettings, syncRuns, connections },
  async ({ query }, { db }) => {
    const { connection, further } = await requestedCompany(db.connections, query.company);
    const [settings, preview, sending] = await Promise.all([
      db.quickBooksSettings.settings(further),
      db.syncRuns.latest('preview', further),
      db.syncRuns.latest('send', further),
    ]);
    const shown = (run: SyncRunRecord | undefined) =>
      run && run.realm === connection?.oauth?.subject ? presentRun(run) : null;
    return { start_date: settings?.start_date ?? null, preview: shown(preview), sending: shown(sending) };
  },
);

/** Sends everything missing in the background, or continues the run. */
export const triggerSync = handler(
  quickBooksEndpoints.trigger,
  { quickBooksSettings, syncRuns, connections },
  async ({ query }, { db, work, actor, now, countAccepted }) => {
    const organizationId = actor.organizationId;
    const { realm, further, settings } = await requireMappedCompany(db, query.company);
    const refused = await countAccepted('organization', organizationId);
    if (refused) throw refused;
    return work.attempt(
      () => db.syncRuns.latest('send', further),
      async (before) => {
        const isOpen = before?.realm === realm && before.state !== 'done';
        const { start_date: from } = settings;
        const begun = { organizationId, realm, mode: 'send', from, by: actor.name, ofRecords: null } as const;
        const next: SyncRunRecord = isOpen ? resumedRun(before) : newRun(begun, now);
        return work
          .add(db.syncRuns.put(before, next, further))
          .announce('accounting.sync-wanted', organizationId, { organization_id: organizationId, run: next.id })
          .finish({ sync_id: next.id, status: 'queued' as const });
      },
    );
  },
);

export const previewSync = handler(
  quickBooksEndpoints.previewSync,
  { quickBooksSettings, syncRuns, connections },
  async ({ query, body: { from } }, { db, work, actor, now, countAccepted }) => {
    const organizationId = actor.organizationId;
    const { realm, further, settings } = await requireMappedCompany(db, query.company);
    if (from < earliest) throw invalid({ from: [quickBooksMessages.dayTooEarly] });
    if (from > settings.start_date) throw invalid({ from: [quickBooksMessages.daySent] });
    const refused = await countAccepted('organization', organizationId);
    if (refused) throw refused;
    return work.attempt(
      () => db.syncRuns.latest('preview', further),
      async (before) => {
        const begun = { organizationId, realm, mode: 'preview', from, by: actor.name, ofRecords: null } as const;
        const next = newRun(begun, now);
        return work
          .add(db.syncRuns.put(before, next, further))
          .announce('accounting.sync-wanted', organizationId, { organization_id: organizationId, run: next.id })
          .finish(presentRun(next));
      },
    );
  },
);

/** Sends what a preview showed, from its day on; replaces any earlier run. */
export const startSync = handler(
  quickBooksEndpoints.startSync,
  { quickBooksSettings, syncRuns, connections },
  async ({ query, body }, { db, work, actor, now }) => {
    const organizationId = actor.organizationId;
    return work.attempt(
      async () => {
        const company = await requireMappedCompany(db, query.company);
        const [preview, sending] = await Promise.all([
          db.syncRuns.latest('preview', company.further),
          db.syncRuns.latest('send', company.further),
        ]);
        return { ...company, preview, sending };
      },
      async ({ realm, further, settings, preview, sending }) => {
        const isLatest = preview?.id === body.preview && preview.state === 'done' && preview.realm === realm;
        if (!isLatest || preview.from > settings.start_date)
          throw new AppError('conflict', { detail: quickBooksMessages.previewGone });
        const { from, tallies } = preview;
        const begun = { organizationId, realm, mode: 'send', from, by: actor.name } as const;
        const next = newRun({ ...begun, ofRecords: recordsOf(tallies) }, now);
        const changed = { ...settings, start_date: from, version: settings.version + 1, updated_at: now.toISOString() };
        return work
          .add(db.syncRuns.put(sending, next, further), db.quickBooksSettings.putSettings(settings, changed, further))
          .audit('accounting.sync_started', organizationId, [
            { field: 'start_date', from: settings.start_date, to: from },
          ])
          .announce('accounting.sync-wanted', organizationId, { organization_id: organizationId, run: next.id })
          .finish(presentRun(next));
      },
    );
  },
);

/** The worker checks for a stop before each case; triggering continues from there. */
export const stopSync = handler(
  quickBooksEndpoints.stopSync,
  { syncRuns, connections },
  ({ query }, { db, work, actor: { organizationId, name } }) =>
    work.attempt(
      async () => {
        const asked = await requestedCompany(db.connections, query.company);
        return { ...asked, before: await db.syncRuns.latest('send', asked.further) };
      },
      async ({ connection, further, before }) => {
        if (before?.state !== 'running' || before.realm !== connection?.oauth?.subject)
          throw new AppError('conflict', { detail: quickBooksMessages.notSending });
        const next: SyncRunRecord = { ...before, state: 'stopped', stopped_by_name: name };
        return work
          .add(db.syncRuns.put(before, next, further))
          .audit('accounting.sync_stopped', organizationId, [
            { field: 'records_sent', from: null, to: String(recordsOf(before.tallies)) },
          ])
          .finish(presentRun(next));
      },
    ),
);
