import type { CaseRecord } from '#functions/records/cases/case-record.ts';
import type { StoredCase } from '#functions/records/cases/cases.ts';
import type { PaymentRecord } from '#functions/records/money/payments.ts';
import type { PlainHome } from '#functions/records/organizations/homes.ts';
import { batchReads } from '#functions/store/batched-reads.ts';
import { homeOf, type LedgerContext, type Receipt } from './ledger.ts';

/** What a change of a ledger begins with. */
interface Beginning<Loaded> {
  load: () => Promise<Loaded>;
  /** What stands when its turn comes, given what stood before it waited. */
  again: (loaded: Loaded) => Promise<Loaded>;
  homeIdOf: (loaded: Loaded) => string;
}

/**
 * One try to change a ledger, from what stands when it begins. Who finds others at the ledgers of the same home, or was
 * spoiled once, gets into line: spoiled transactions cost more than waiting, and all receipts of a home go through one
 * counter.
 */
const changeInTurn = <Loaded, Answer>(
  { db, work }: Pick<LedgerContext, 'db' | 'work'>,
  { load, again, homeIdOf }: Beginning<Loaded>,
  attempt: (loaded: Loaded) => Promise<Answer>,
): Promise<Answer> =>
  work.attempt(load, async (loaded, tries) => {
    const lock = `ledgers-${homeIdOf(loaded)}`;
    const first = () => work.tryUncontended(() => attempt(loaded));
    const alone = tries === 1 ? await db.locks.ifFree(lock, first) : undefined;
    if (alone) return alone.answer;
    return db.locks.withPreparedLock(lock, () => again(loaded), attempt);
  });

/** A case with its home, and what day it is there. */
interface CaseAtHome {
  kase: StoredCase;
  home: PlainHome;
  today: string;
}

/** With the home's next receipt. */
interface Ledger extends CaseAtHome {
  receipt: Receipt;
}

/** The next receipt of a home on its day. */
export const receiptOf = (
  { payments }: Pick<LedgerContext['db'], 'payments'>,
  home: PlainHome,
  today: string,
): Promise<Receipt> => payments.nextReceipt(home, Number(today.slice(0, 4)));

/**
 * {@link changeInTurn} for what begins with the case whose ledger it is, and adds an entry to it. What can be read
 * before its turn comes is, as others wait until it has ended; what has to be read then is read at once.
 */
export const ledgerInTurn = <Answer>(
  context: Pick<LedgerContext, 'db' | 'work' | 'now'>,
  id: string,
  attempt: (ledger: Ledger) => Promise<Answer>,
): Promise<Answer> => {
  const { db, work, now } = context;
  const caseAtHome = async (kase: StoredCase): Promise<CaseAtHome> => ({ kase, ...(await homeOf(db, kase.core, now)) });
  const withReceipt = async (before: CaseAtHome): Promise<Ledger> => ({
    ...before,
    receipt: await receiptOf(db, before.home, before.today),
  });
  const again = async (before: CaseAtHome): Promise<Ledger> => {
    const [kase, ledger] = await batchReads(() =>
      Promise.all([db.cases.requireNamed(before.kase.core.id), withReceipt(before)]),
    );
    const hasMoved = kase.core.funeral_home_id !== before.kase.core.funeral_home_id;
    return hasMoved ? withReceipt(await caseAtHome(kase)) : { ...ledger, kase };
  };
  const load = async () => {
    const kase = await db.cases.requireNamed(id);
    const [found] = await batchReads(() => Promise.all([caseAtHome(kase), work.prefetchSealingKey('CASE', id)]));
    return found;
  };
  const homeIdOf = ({ home }: CaseAtHome): string => home.id;
  return changeInTurn<CaseAtHome | Ledger, Answer>(context, { load, again, homeIdOf }, async (found) =>
    attempt('receipt' in found ? found : await withReceipt(found)),
  );
};

/** An entry of a ledger with the case whose ledger it is. */
interface EntryOfCase {
  entry: PaymentRecord;
  core: CaseRecord;
}

/** {@link changeInTurn} for what begins with an entry of a ledger: both are as they stand when its turn comes. */
export const entryInTurn = <Answer>(
  context: Pick<LedgerContext, 'db' | 'work'>,
  id: string,
  attempt: (entry: PaymentRecord, core: CaseRecord) => Promise<Answer>,
): Promise<Answer> => {
  const { db, work } = context;
  const load = async (): Promise<EntryOfCase> => {
    const entry = await db.payments.require(id);
    const [core] = await batchReads(() =>
      Promise.all([db.cases.requireCore(entry.case_id), work.prefetchSealingKey('CASE', entry.case_id)]),
    );
    return { entry, core };
  };
  const again = async ({ entry: { case_id } }: EntryOfCase): Promise<EntryOfCase> => {
    const [entry, core] = await batchReads(() => Promise.all([db.payments.require(id), db.cases.requireCore(case_id)]));
    return { entry, core };
  };
  const homeIdOf = ({ entry }: EntryOfCase): string => entry.funeral_home_id;
  return changeInTurn(context, { load, again, homeIdOf }, ({ entry, core }) => attempt(entry, core));
};
