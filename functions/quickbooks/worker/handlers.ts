import type { PostedType } from '#domain/quickbooks/postings.ts';
import { quoted } from '#domain/quickbooks/quickbooks-records.ts';
import { PermanentError, ReauthorizationError } from '#functions/platform/store/partners/circuit.ts';
import { WriteConflictError } from '#functions/platform/store/transactions/retry-on-conflict.ts';
import type { EventHandlers, WorkerRun } from '#functions/platform/workers/worker.ts';
import type { PostingRecord } from '../repository/postings.ts';
import { changedThere, type PostedRecord, recordFingerprint } from './save-record.ts';
import { problemOf } from './send-posting.ts';
import { syncCase } from './sync-case.ts';
import { beginRun, continueRun } from './sync-run.ts';
import {
  type CompanyContext,
  type QuickBooksDependencies,
  type SyncedCompany,
  syncedCompanies,
  syncedCompanyOfCase,
} from './synced-companies.ts';

interface ChangedRecord {
  type: PostedType;
  id: string;
  changed_at: string;
}

/** Returns the changed entries, without echoes of Stillwater's own writes. */
const ownEntries = async (
  { entries, realm }: CompanyContext,
  changed: readonly ChangedRecord[],
): Promise<Map<ChangedRecord, PostingRecord>> => {
  const found = new Map<ChangedRecord, PostingRecord>();
  for (const record of changed) {
    const entry = await entries.findByQuickBooksId(realm, record.type, record.id);
    if (entry?.state === 'sent' && record.changed_at > entry.updated_at) found.set(record, entry);
  }
  return found;
};

const readRecords = async (
  { ask }: CompanyContext,
  type: PostedType,
  ids: readonly string[],
): Promise<Map<string, PostedRecord>> => {
  const list = ids.map(quoted).join(', ');
  // An inactive customer still exists.
  const any = type === 'Customer' ? ' AND Active IN (true, false)' : '';
  const records = (await ask((company) => company.all(type, `Id IN (${list})${any}`))) as PostedRecord[];
  return new Map(records.map((record) => [record.Id, record]));
};

/** Marks entries whose record was changed or deleted in QuickBooks as failed, so that a user decides. */
const checkChangedRecords = async (
  { table, now }: QuickBooksDependencies,
  context: CompanyContext,
  changed: readonly ChangedRecord[],
): Promise<void> => {
  const ours = await ownEntries(context, changed);
  for (const [type, group] of Map.groupBy(ours, ([record]) => record.type)) {
    const records = await readRecords(
      context,
      type,
      group.map(([{ id }]) => id),
    );
    for (const [{ id }, entry] of group) {
      const record = records.get(id);
      if (record && (entry.seen === null || recordFingerprint(record) === entry.seen)) continue;
      const problem = record ? changedThere(record) : new PermanentError('deleted-there');
      const next = { ...entry, state: 'failed' as const, problem: problemOf(problem) };
      try {
        // The same request is not sent again automatically.
        await table.transact(context.entries.put(entry, { ...next, refused: entry.digest }, now()));
      } catch (error) {
        // Another worker has the entry and sees the change itself.
        if (!(error instanceof WriteConflictError)) throw error;
      }
    }
  }
};

interface CaseEvent {
  envelope: { organization_id: string; payload: { case_id: string } };
}

/** Ends the message if the connection has ended: reconnecting sends everything. */
const syncOrNote = async (
  dependencies: QuickBooksDependencies,
  context: CompanyContext,
  caseId: string,
  blocked: string | undefined,
): Promise<void> => {
  try {
    await syncCase(dependencies, context, caseId, blocked);
  } catch (error) {
    if (!(error instanceof ReauthorizationError)) throw error;
    await syncCase(dependencies, context, caseId, '3200');
  }
};

/** Serializes messages of the same name, which would conflict with each other. */
const oneAtATime = () => {
  const running = new Map<string, Promise<void>>();
  return async (name: string, run: () => Promise<void>): Promise<void> => {
    const before = running.get(name) ?? Promise.resolve();
    const own = before.catch(() => undefined).then(run);
    running.set(name, own);
    try {
      await own;
    } finally {
      if (running.get(name) === own) running.delete(name);
    }
  };
};

/** Starts a sync run in each company, or continues the one with this id. */
const syncRuns =
  (dependencies: QuickBooksDependencies, runAlone: ReturnType<typeof oneAtATime>) =>
  async (organizationId: string, runId: string | null, delivery: WorkerRun): Promise<void> => {
    for (const { context, blocked } of await syncedCompanies(dependencies, organizationId)) {
      const sendCase = (id: string) => runAlone(`${organizationId} ${id}`, () => syncCase(dependencies, context, id));
      const runner = { dependencies, context, sendCase, delivery };
      if (runId === null) await beginRun(runner);
      else await continueRun(runner, runId, blocked !== undefined);
    }
  };

export const quickBooksHandlers = (dependencies: QuickBooksDependencies): EventHandlers => {
  const runAlone = oneAtATime();
  const sync = (context: CompanyContext, caseId: string, blocked: string | undefined): Promise<void> =>
    runAlone(`${context.organizationId} ${caseId}`, () => syncOrNote(dependencies, context, caseId, blocked));
  const withOwnCompany = async (
    { envelope: { organization_id, payload } }: CaseEvent,
    run: (company: SyncedCompany, caseId: string) => Promise<void>,
  ): Promise<void> => {
    const companies = await syncedCompanies(dependencies, organization_id);
    const syncedCompany = await syncedCompanyOfCase(dependencies, organization_id, companies, payload.case_id);
    if (syncedCompany) await run(syncedCompany, payload.case_id);
  };
  const onMoney = (event: CaseEvent): Promise<void> =>
    withOwnCompany(event, ({ context, blocked }, caseId) => sync(context, caseId, blocked));
  const onCase = (event: CaseEvent): Promise<void> =>
    withOwnCompany(event, async ({ context, blocked }, caseId) => {
      const customer = await context.entries.find({ kind: 'customer', id: caseId });
      if (customer) await sync(context, caseId, blocked);
    });
  const onRun = syncRuns(dependencies, runAlone);
  return {
    'payment.recorded': onMoney,
    'payment.corrected': onMoney,
    'payment.voided': onMoney,
    'payment.refunded': onMoney,
    'statement.finalized': onMoney,
    'accounting.case-wanted': onMoney,
    'case.updated': onCase,
    'case.cancelled': onCase,
    'case.reopened': onCase,
    'accounting.changes-heard': async ({ envelope: { organization_id, payload } }) => {
      const companies = await syncedCompanies(dependencies, organization_id);
      const company = companies.find(({ context, blocked }) => !blocked && context.realm === payload.realm);
      if (company) await checkChangedRecords(dependencies, company.context, payload.changes);
    },
    'accounting-connection.changed': ({ envelope }, run) => onRun(envelope.organization_id, null, run),
    'accounting.sync-wanted': ({ envelope }, run) => onRun(envelope.organization_id, envelope.payload.run, run),
  };
};
