import type { CaseRecord } from '#functions/records/case-record.ts';
import type { StoredCase } from '#functions/records/cases.ts';
import type { PlainHome } from '#functions/records/homes.ts';
import type { PaymentRecord } from '#functions/records/payments.ts';
import type { Turn } from '#functions/store/locks.ts';
import { homeOf, type LedgerContext, type Receipt } from './ledger.ts';

/** What a change of a ledger begins with. */
interface Beginning<Loaded> {
  load: () => Promise<Loaded>;
  /** What stands when its turn comes, given what stood before it waited, and what who was before it has passed on. */
  again: (loaded: Loaded, handed: unknown) => Promise<Loaded>;
  homeIdOf: (loaded: Loaded) => string;
}

/**
 * One try to change a ledger, from what stands when it begins. Who finds others at the ledgers of the same home, or was
 * spoiled once, gets into line: spoiled transactions cost more than waiting, and all receipts of a home go through one
 * counter.
 */
const inTurn = <Loaded, Answer>(
  { db, work }: Pick<LedgerContext, 'db' | 'work'>,
  { load, again, homeIdOf }: Beginning<Loaded>,
  attempt: (loaded: Loaded, pass: Turn['pass']) => Promise<Answer>,
): Promise<Answer> =>
  work.attempt(load, async (loaded, tries) => {
    const line = `ledgers-${homeIdOf(loaded)}`;
    const first = () => work.eagerly(() => attempt(loaded, () => {}));
    const alone = tries === 1 ? await db.locks.ifFree(line, first) : undefined;
    if (alone) return alone.answer;
    return db.locks.withLock(line, async ({ handed, pass }) => attempt(await again(loaded, handed), pass));
  });

/** A case with its home, what day it is there, and the home's next receipt. */
interface Ledger {
  kase: StoredCase;
  home: PlainHome;
  today: string;
  receipt: Receipt;
}

/** The next receipt of a home on its day, after the `last` where that is known. */
export const receiptOf = (
  { payments }: Pick<LedgerContext['db'], 'payments'>,
  home: PlainHome,
  today: string,
  last?: number,
): Promise<Receipt> => payments.nextReceipt(home, Number(today.slice(0, 4)), last);

/** A ledger as somebody has left it: the case as it is since, and the last receipt that was given. */
class LeftLedger {
  readonly #place: Omit<Ledger, 'receipt'>;
  readonly #last: number;

  constructor(place: Omit<Ledger, 'receipt'>, last: number) {
    this.#place = place;
    this.#last = last;
  }

  /** It as it is for who has read it before; undefined where theirs is another case, or another day. */
  async since({ kase, home, today }: Omit<Ledger, 'receipt'>, db: Pick<LedgerContext['db'], 'payments'>) {
    if (!this.coreOf(kase.core.id) || this.#place.home.id !== home.id || this.#place.today !== today) return undefined;
    return { ...this.#place, home, receipt: await receiptOf(db, home, today, this.#last) };
  }

  /** The case, if it is this one. */
  coreOf(caseId: string): CaseRecord | undefined {
    const { core } = this.#place.kase;
    return core.id === caseId ? core : undefined;
  }

  /** It after a change that took no receipt. */
  with(core: CaseRecord): LeftLedger {
    return new LeftLedger({ ...this.#place, kase: { ...this.#place.kase, core } }, this.#last);
  }
}

const leftBy = (handed: unknown): LeftLedger | undefined => (handed instanceof LeftLedger ? handed : undefined);

/**
 * {@link inTurn} for what begins with the case whose ledger it is, and adds an entry to it. Others wait until it has ended:
 * what can be read before its turn is, what has to be read then is read at once, and nothing is where the one before it has
 * added to the same ledger.
 */
export const ledgerInTurn = <Answer>(
  context: Pick<LedgerContext, 'db' | 'work' | 'now'>,
  id: string,
  attempt: (ledger: Ledger) => Promise<{ answer: Answer; core: CaseRecord }>,
): Promise<Answer> => {
  const { db, work, now } = context;
  const placeOf = async (kase: StoredCase): Promise<Omit<Ledger, 'receipt'>> => ({
    kase,
    ...(await homeOf(db, kase.core, now)),
  });
  const withReceipt = async (place: Omit<Ledger, 'receipt'>): Promise<Ledger> => ({
    ...place,
    receipt: await receiptOf(db, place.home, place.today),
  });
  const again = async (before: Omit<Ledger, 'receipt'>, handed: unknown): Promise<Ledger> => {
    const left = await leftBy(handed)?.since(before, db);
    if (left) return left;
    const [kase, ledger] = await Promise.all([db.cases.requireNamed(before.kase.core.id), withReceipt(before)]);
    const hasMoved = kase.core.funeral_home_id !== before.kase.core.funeral_home_id;
    return hasMoved ? withReceipt(await placeOf(kase)) : { ...ledger, kase };
  };
  const load = async () => {
    const kase = await db.cases.requireNamed(id);
    const [place] = await Promise.all([placeOf(kase), work.foresee('CASE', id)]);
    return place;
  };
  const homeIdOf = ({ home }: Pick<Ledger, 'home'>): string => home.id;
  return inTurn<Omit<Ledger, 'receipt'> | Ledger, Answer>(context, { load, again, homeIdOf }, async (loaded, pass) => {
    const ledger = 'receipt' in loaded ? loaded : await withReceipt(loaded);
    const { answer, core } = await attempt(ledger);
    pass(new LeftLedger({ ...ledger, kase: { ...ledger.kase, core } }, ledger.receipt.sequence));
    return answer;
  });
};

const homeOfEntry = ({ entry }: { entry: PaymentRecord }): string => entry.funeral_home_id;

/**
 * {@link inTurn} for what begins with an entry of a ledger. The entry is as it was before its turn came: where somebody has
 * changed it since, the try is spoiled and the next one reads it again. With it comes its case, where the one before has left
 * that. `core`: the case as the try leaves it.
 */
export const entryInTurn = <Answer>(
  context: Pick<LedgerContext, 'db' | 'work'>,
  id: string,
  attempt: (entry: PaymentRecord, known: CaseRecord | undefined) => Promise<{ answer: Answer; core?: CaseRecord }>,
): Promise<Answer> => {
  const { db, work } = context;
  const load = async (): Promise<{ entry: PaymentRecord; left?: LeftLedger | undefined }> => {
    const entry = await db.payments.require(id);
    await work.foresee('CASE', entry.case_id);
    return { entry };
  };
  const again = async ({ entry }: { entry: PaymentRecord }, handed: unknown) => ({ entry, left: leftBy(handed) });
  return inTurn(context, { load, again, homeIdOf: homeOfEntry }, async ({ entry, left }, pass) => {
    const { answer, core } = await attempt(entry, left?.coreOf(entry.case_id));
    if (core && left?.coreOf(core.id)) pass(left.with(core));
    return answer;
  });
};
