import { ReconnectNeeded } from '#functions/adapters/partner-error.ts';
import type { EventHandlers, WorkerRun } from '#functions/kernel/worker.ts';
import { companiesOf, companyOf, type OpenCompany } from './companies.ts';
import type { CompanyWork, QuickBooksDependencies } from './company-work.ts';
import { lookAtChanges } from './heard.ts';
import { syncCase } from './sync-case.ts';
import { beginRun, walkOn } from './sync-run.ts';

/** Whatever happens to the money of a case. */
interface OfCase {
  envelope: { organization_id: string; payload: { case_id: string } };
}

/** What QuickBooks lets us in no more for is noted, and the message is done: whoever connects anew has it sent. */
const brought = async (
  dependencies: QuickBooksDependencies,
  work: CompanyWork,
  caseId: string,
  blocked: string | undefined,
): Promise<void> => {
  try {
    await syncCase(dependencies, work, caseId, blocked);
  } catch (error) {
    if (!(error instanceof ReconnectNeeded)) throw error;
    await syncCase(dependencies, work, caseId, '3200');
  }
};

/** Runs one after the other what is of one name: messages of one case come side by side, and none need come again for that. */
const inLine = () => {
  const lines = new Map<string, Promise<void>>();
  return async (name: string, run: () => Promise<void>): Promise<void> => {
    const before = lines.get(name) ?? Promise.resolve();
    const turn = before.catch(() => undefined).then(run);
    lines.set(name, turn);
    try {
      await turn;
    } finally {
      if (lines.get(name) === turn) lines.delete(name);
    }
  };
};

/** Begins a walk through each company of an organization, or goes on with the one of this id. */
const walking =
  (dependencies: QuickBooksDependencies, next: ReturnType<typeof inLine>) =>
  async (organizationId: string, runId: string | null, run: WorkerRun): Promise<void> => {
    for (const { work, blocked } of await companiesOf(dependencies, organizationId)) {
      const bringCase = (id: string) => next(`${organizationId} ${id}`, () => syncCase(dependencies, work, id));
      const walker = { dependencies, work, bringCase, run };
      if (runId === null) await beginRun(walker);
      else await walkOn(walker, runId, blocked !== undefined);
    }
  };

/** Handlers of what happens to the money of cases, and of what people ask of the books. */
export const quickBooksHandlers = (dependencies: QuickBooksDependencies): EventHandlers => {
  const next = inLine();
  const ofCase = (work: CompanyWork, caseId: string, blocked: string | undefined): Promise<void> =>
    next(`${work.organizationId} ${caseId}`, () => brought(dependencies, work, caseId, blocked));
  const withOwnCompany = async (
    { envelope: { organization_id, payload } }: OfCase,
    run: (company: OpenCompany, caseId: string) => Promise<void>,
  ): Promise<void> => {
    const companies = await companiesOf(dependencies, organization_id);
    const own = await companyOf(dependencies, organization_id, companies, payload.case_id);
    if (own) await run(own, payload.case_id);
  };
  const onMoney = (told: OfCase): Promise<void> =>
    withOwnCompany(told, ({ work, blocked }, caseId) => ofCase(work, caseId, blocked));
  const onCase = (told: OfCase): Promise<void> =>
    withOwnCompany(told, async ({ work, blocked }, caseId) => {
      const customer = await work.entries.find({ kind: 'customer', id: caseId });
      if (customer) await ofCase(work, caseId, blocked);
    });
  const onAll = walking(dependencies, next);
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
      const companies = await companiesOf(dependencies, organization_id);
      const told = companies.find(({ work, blocked }) => !blocked && work.realm === payload.realm);
      if (told) await lookAtChanges(dependencies, told.work, payload.changes);
    },
    'accounting-connection.changed': ({ envelope }, run) => onAll(envelope.organization_id, null, run),
    'accounting.sync-wanted': ({ envelope }, run) => onAll(envelope.organization_id, envelope.payload.run, run),
  };
};
