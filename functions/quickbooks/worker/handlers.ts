import { ReauthorizationError } from '#functions/platform/store/partners/partner-error.ts';
import type { EventHandlers, WorkerRun } from '#functions/platform/workers/worker.ts';
import { checkChangedRecords } from './check-changed-records.ts';
import type { CompanyContext, QuickBooksDependencies } from './company-context.ts';
import { syncCase } from './sync-case.ts';
import { beginRun, continueRun } from './sync-run.ts';
import { type SyncedCompany, syncedCompanies, syncedCompanyOfCase } from './synced-companies.ts';

/** An event of one case. */
interface CaseEvent {
  envelope: { organization_id: string; payload: { case_id: string } };
}

/** What QuickBooks lets us in no more for is noted, and the message is done: whoever connects anew has it sent. */
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

/**
 * Runs one after the other what is of one name: messages of one case come side by side, and none need come again for
 * that.
 */
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

/** Begins a sync run in each company of an organization, or goes on with the one of this id. */
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

/** Handlers of what happens to the money of cases, and of what people ask of the books. */
export const quickBooksHandlers = (dependencies: QuickBooksDependencies): EventHandlers => {
  const runAlone = oneAtATime();
  const sync = (context: CompanyContext, caseId: string, blocked: string | undefined): Promise<void> =>
    runAlone(`${context.organizationId} ${caseId}`, () => syncOrNote(dependencies, context, caseId, blocked));
  const withOwnCompany = async (
    { envelope: { organization_id, payload } }: CaseEvent,
    run: (company: SyncedCompany, caseId: string) => Promise<void>,
  ): Promise<void> => {
    const companies = await syncedCompanies(dependencies, organization_id);
    const own = await syncedCompanyOfCase(dependencies, organization_id, companies, payload.case_id);
    if (own) await run(own, payload.case_id);
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
