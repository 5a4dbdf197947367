import type { PostingKind } from '#domain/quickbooks/postings.ts';
import { quickBooksEndpoints } from '#domain/quickbooks/quickbooks.endpoints.ts';
import { quickBooksMessages } from '#domain/quickbooks/quickbooks-records.ts';
import { quickBooksProblem } from '#domain/quickbooks/reconciliation-text.ts';
import { invalid, notFound } from '#domain/shared/contract/errors.ts';
import { toCents, toDecimal } from '#domain/shared/values/money.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { entryName, type PostingRecord, type Postings, postings } from '#functions/quickbooks/repository/postings.ts';

const shownAtOnce = 100;

/** A refund is negative here and positive in QuickBooks. */
const changedAmount = ({ problem, amount_cents }: PostingRecord): string | null => {
  if (problem?.code !== 'changed-there' || problem.detail === '') return null;
  return toDecimal(amount_cents < 0 ? -toCents(problem.detail) : toCents(problem.detail));
};

export const listEntries = handler(quickBooksEndpoints.entries, { postings }, async ({ query: { state } }, { db }) => {
  const { entries, more } = await db.postings.ofState(state, shownAtOnce);
  const results = entries.map((entry) => {
    const { kind, case_id, case_number, number, date, quickbooks_id, updated_at } = entry;
    const { what, remedy } = quickBooksProblem(entry.problem?.code ?? '', entry.problem?.detail ?? '');
    return {
      entry: entryName(entry),
      kind,
      state,
      case_id,
      case_number,
      number,
      date,
      quickbooks_id,
      updated_at,
      realm_id: entry.realm,
      amount: toDecimal(entry.amount_cents),
      problem: entry.problem && { what, remedy },
      changed_amount: changedAmount(entry),
    };
  });
  return { results, more };
});

const requireEntry = async (db: { postings: Pick<Postings, 'find'> }, name: string): Promise<PostingRecord> => {
  const [kind = '', id = ''] = name.split(':');
  const found = await db.postings.find({ kind: kind as PostingKind, id });
  if (!found) throw notFound();
  return found;
};

export const sendAgain = handler(quickBooksEndpoints.sendAgain, { postings }, ({ body }, { db, work, actor, now }) =>
  work.attempt(
    () => requireEntry(db, body.entry),
    async (before) => {
      // A new request, based on the record's current state.
      const asked = { state: 'waiting', problem: null, refused: null, digest: null, seen: null } as const;
      const next = { ...before, ...asked, refusals: before.refusals + 1 };
      return work
        .add(...db.postings.put(before, next, now))
        .audit('accounting.sent_again', actor.organizationId, [
          { field: 'accounting.entry', from: before.number, to: before.number },
        ])
        .announce('accounting.case-wanted', actor.organizationId, { case_id: before.case_id })
        .finish({ success: true as const });
    },
  ),
);

export const markDone = handler(quickBooksEndpoints.markDone, { postings }, ({ body }, { db, work, actor, now }) =>
  work.attempt(
    () => requireEntry(db, body.entry),
    async (before) => {
      if (before.kind === 'customer' && before.quickbooks_id === null)
        throw invalid({ entry: [quickBooksMessages.customerByHand] });
      return work
        .add(...db.postings.put(before, { ...before, state: 'by_hand', problem: null }, now))
        .audit('accounting.marked_done', actor.organizationId, [
          { field: 'accounting.entry', from: null, to: before.number },
        ])
        .announce('accounting.case-wanted', actor.organizationId, { case_id: before.case_id })
        .finish({ success: true as const });
    },
  ),
);
