import { missingChoices } from '#domain/accounting/account-choices.ts';
import { ReconnectNeeded } from '#functions/adapters/partner-error.ts';
import type { EventHandlers, WorkerRun } from '#functions/kernel/worker.ts';
import { accountingIn, isOf } from '#functions/records/accounting.ts';
import { connectionsIn } from '#functions/records/partner-connections.ts';
import { keysOf } from '#functions/store/keys.ts';
import { type CompanyWork, companyWork, partner, type QuickBooksDependencies } from './company-work.ts';
import { lookAtChanges } from './heard.ts';
import { syncCase } from './sync-case.ts';
import { beginRun, walkOn } from './sync-run.ts';

/** Whatever happens to the money of a case. */
interface OfCase {
  envelope: { organization_id: string; payload: { case_id: string } };
}

/**
 * Runs with the company of an organization: nothing where none is connected or no accounts were ever chosen. Accounts that
 * were chosen in another company are none of this one's. `blocked` says why nothing can be sent now although it is to be:
 * people have to do something first, and whoever does has all of it sent.
 */
const withCompany = async (
  dependencies: QuickBooksDependencies,
  organizationId: string,
  run: (work: CompanyWork, blocked: string | undefined) => Promise<void>,
): Promise<void> => {
  const keys = keysOf(organizationId);
  const [connection, settings] = await Promise.all([
    connectionsIn(dependencies.table, keys).find(partner),
    accountingIn(dependencies.table, keys).settings(),
  ]);
  if (!connection?.oauth || !settings) return;
  const { subject: realm, ended_at } = connection.oauth;
  const isMapped = isOf(settings, realm) && missingChoices(settings).length === 0;
  const work = companyWork(dependencies, organizationId, { realm, settings });
  await run(work, ended_at !== null ? '3200' : isMapped ? undefined : 'mapping');
};

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

/** Handlers of what happens to the money of cases, and of what people ask of the books. */
export const quickBooksHandlers = (dependencies: QuickBooksDependencies): EventHandlers => {
  const next = inLine();
  const ofCase = (work: CompanyWork, caseId: string, blocked: string | undefined): Promise<void> =>
    next(`${work.organizationId} ${caseId}`, () => brought(dependencies, work, caseId, blocked));
  const onMoney = ({ envelope }: OfCase): Promise<void> =>
    withCompany(dependencies, envelope.organization_id, (work, blocked) =>
      ofCase(work, envelope.payload.case_id, blocked),
    );
  const onCase = ({ envelope }: OfCase): Promise<void> =>
    withCompany(dependencies, envelope.organization_id, async (work, blocked) => {
      const { case_id } = envelope.payload;
      const customer = await work.entries.find({ kind: 'customer', id: case_id });
      if (customer) await ofCase(work, case_id, blocked);
    });
  const onAll = (organizationId: string, runId: string | null, run: WorkerRun): Promise<void> =>
    withCompany(dependencies, organizationId, async (work, blocked) => {
      const bringCase = (id: string) => next(`${organizationId} ${id}`, () => syncCase(dependencies, work, id));
      const walker = { dependencies, work, bringCase, run };
      if (runId === null) await beginRun(walker);
      else await walkOn(walker, runId, blocked !== undefined);
    });
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
    'accounting.changes-heard': ({ envelope: { organization_id, payload } }) =>
      withCompany(dependencies, organization_id, async (work, blocked) => {
        if (!blocked && payload.realm === work.realm) await lookAtChanges(dependencies, work, payload.changes);
      }),
    'accounting-connection.changed': ({ envelope }, run) => onAll(envelope.organization_id, null, run),
    'accounting.sync-wanted': ({ envelope }, run) => onAll(envelope.organization_id, envelope.payload.run, run),
  };
};
