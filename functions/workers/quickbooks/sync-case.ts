import { lessFirst } from '#domain/accounting/bookings.ts';
import { Permanent } from '#functions/adapters/partner-error.ts';
import { bringAsItStands } from '#functions/kernel/bring-as-it-stands.ts';
import { accountingIn } from '#functions/records/accounting.ts';
import type { AccountingEntry } from '#functions/records/accounting-entries.ts';
import { homesIn } from '#functions/records/homes.ts';
import { EffectPending } from '#functions/store/effects.ts';
import { bring, heldUpBy, noteWaiting } from './bring.ts';
import { booksOf, type CaseBooks, customerWanted, invoiceWanted, ledgerWanted, namesOf, saidOf } from './case-books.ts';
import type { CompanyWork, QuickBooksDependencies } from './company-work.ts';
import { referencesOf } from './references.ts';

type Problem = AccountingEntry['problem'];

/** What everything else of a case refers to: undefined where QuickBooks has refused its customer. */
const refsOf = async (dependencies: QuickBooksDependencies, work: CompanyWork, books: CaseBooks) => {
  const customer = await bring(dependencies, work, customerWanted(books));
  if (!customer?.quickbooks_id) return undefined;
  const home = await homesIn(dependencies.table, work.keys).plainHome(books.stored.core.funeral_home_id);
  return { ...(await referencesOf(dependencies.table, work, home?.name)), customer: customer.quickbooks_id };
};

const inOrder = async (dependencies: QuickBooksDependencies, work: CompanyWork, books: CaseBooks): Promise<Problem> => {
  const { entries } = work;
  const before = await entries.find({ kind: 'invoice', id: books.stored.core.id });
  // Nothing of a case that was cancelled before anything of it was sent.
  if (!before && books.entries.length === 0 && namesOf(books).every(({ isVoided }) => isVoided)) return null;
  const refs = await refsOf(dependencies, work, books);
  if (!refs) return { code: 'customer', detail: '' };
  const known = await entries.findAll(books.entries.map(({ id }) => ({ kind: 'payment', id })));
  const standing = new Map(known.map(({ id, applied_cents }) => [id, applied_cents]));
  if (before?.realm === work.realm && before.quickbooks_id && books.invoiced !== undefined) {
    // What is to pay less of the invoice than it does makes room first.
    const { payments } = ledgerWanted(books, refs, { id: before.quickbooks_id, amount: books.invoiced });
    for (const one of payments)
      if (one.applied_cents < (standing.get(one.id) ?? 0)) await bring(dependencies, work, one);
  }
  const wanted = invoiceWanted(books, refs);
  const invoice = wanted && (await bring(dependencies, work, wanted));
  if (wanted && !wanted.isVoided && !invoice) return { code: 'invoice', detail: '' };
  const { payments, moneyBack } = ledgerWanted(
    books,
    refs,
    // Somebody may have entered it by hand, where it is not known which one it is.
    invoice?.quickbooks_id ? { id: invoice.quickbooks_id, amount: invoice.amount_cents } : undefined,
  );
  for (const one of [...lessFirst(payments, standing), ...moneyBack]) await bring(dependencies, work, one);
  return null;
};

/** Notes of all that the case is to have there, as far as it does not stand there, what holds it up. */
const noteAll = async (
  dependencies: QuickBooksDependencies,
  work: CompanyWork,
  books: CaseBooks,
  problem: Problem,
): Promise<void> => {
  for (const one of namesOf(books)) if (!one.isVoided) await noteWaiting(dependencies, work, one, problem);
};

/** Brings it once as it was read, and notes what is held up for people to see. */
const broughtOnce = async (
  dependencies: QuickBooksDependencies,
  work: CompanyWork,
  books: CaseBooks,
): Promise<void> => {
  const note = (problem: Problem): Promise<void> => noteAll(dependencies, work, books, problem);
  try {
    const problem = await inOrder(dependencies, work, books);
    if (problem) await note(problem);
  } catch (error) {
    const problem = heldUpBy(error);
    if (problem) await note(problem);
    // What everything refers to was refused: the note says so, and somebody has to mend it over there.
    if (!(error instanceof Permanent)) throw error;
  }
};

/**
 * Brings what a case has in money to the books: its customer, the invoice of its latest Statement, its payments with what of
 * each pays the invoice, and what went back. Each is one record there for ever, so that it stands there once however often
 * and in whatever order this runs, and as the case says in the end. What is held up is noted for people to see; `blocked`
 * says that nothing can be sent now. Throws what makes the message come again.
 */
export const syncCase = async (
  dependencies: QuickBooksDependencies,
  work: CompanyWork,
  caseId: string,
  blocked?: string,
): Promise<void> => {
  const read = () => booksOf(dependencies, work, caseId);
  if (blocked) {
    const books = await read();
    if (books) await noteAll(dependencies, work, books, { code: blocked, detail: '' });
    return;
  }
  await bringAsItStands({
    ...{ read, said: saidOf },
    bring: async (books) => books && broughtOnce(dependencies, work, books),
  });
  const settings = await accountingIn(dependencies.table, work.keys).settings(work.further);
  // It was booked as it was to be until then: the message comes again with the accounts of now.
  if (settings?.version !== work.settings.version) throw new EffectPending(2);
};
