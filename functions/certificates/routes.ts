import { v7 as uuid } from 'uuid';
import { type CopyEntry, certificateEndpoints } from '#domain/certificates/certificate.endpoints.ts';
import { copyFields, copyMessages } from '#domain/certificates/copies.fields.ts';
import {
  cleanCopies,
  copyErrors,
  copyFees,
  copyTotals,
  isConsistent,
  maxCopyEntries,
} from '#domain/certificates/copies.rules.ts';
import { assertAllowed } from '#domain/registry/policies.ts';
import { AppError, invalid, notFound } from '#domain/shared/contract/errors.ts';
import { differences } from '#domain/shared/forms/entries-merge.ts';
import type { Values } from '#domain/shared/forms/rules.ts';
import { asString } from '#domain/shared/values/as-string.ts';
import { parseMoney, toDecimal } from '#domain/shared/values/money.ts';
import { cases } from '#functions/cases/repository/cases.ts';
import { todayOfCase } from '#functions/cases/shared/today-of-case.ts';
import { organizations } from '#functions/organizations/repository/organizations.ts';
import { handler, routesOf } from '#functions/platform/api/handler.ts';
import { type CopyRecord, copies } from './repository.ts';

const present = ({ fee_cents, ...entry }: CopyRecord): CopyEntry => ({ ...entry, fee_each: toDecimal(fee_cents) });

const contentOf = (kept: Values): Omit<CopyRecord, 'id' | 'created_at' | 'created_by_name'> => ({
  move: kept.move as CopyRecord['move'],
  on: asString(kept.on),
  copies: Number(kept.copies),
  copy_type: asString(kept.copy_type) as CopyRecord['copy_type'],
  fee_cents: parseMoney(asString(kept.fee_each)) ?? 0,
  recipient: asString(kept.recipient),
  notes: asString(kept.notes),
});

const changedFields = (before: Values, next: Values) =>
  differences(copyFields, before, next).map(({ field, from, to }) => ({ field: `copies.${field}`, from, to }));

const listCopies = handler(certificateEndpoints.copies, { cases, copies }, async ({ params: { id } }, { db }) => {
  const [{ entries }] = await Promise.all([db.copies.of(id), db.cases.requireCore(id)]);
  return {
    entries: entries.toSorted((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0)).map(present),
    ...copyTotals(entries),
    fees: toDecimal(copyFees(entries)),
  };
});

const writing = { cases, copies, organizations };

/** The transaction also enforces that no copy is handed out that was not received. */
const recordCopies = handler(certificateEndpoints.recordCopies, writing, ({ params: { id }, body }, context) => {
  const { db, work, actor, now } = context;
  return context.work.attempt(async () => {
    const [core, list] = await Promise.all([db.cases.requireCore(id), db.copies.of(id)]);
    assertAllowed(actor, 'case:follow-up', core);
    if (list.entries.length >= maxCopyEntries) throw invalid({ non_field_errors: [copyMessages.tooMany] });
    const judged = { today: await todayOfCase(db, core, now), totals: copyTotals(list.entries) };
    const errors = copyErrors(body, judged);
    if (Object.keys(errors).length) throw invalid(errors);
    const kept = cleanCopies(body, judged);
    const entry: CopyRecord = {
      id: uuid({ msecs: now.getTime() }),
      ...contentOf(kept),
      created_at: now.toISOString(),
      created_by_name: actor.name,
    };
    return work
      .add(db.copies.write(id, list, [...list.entries, entry]), db.cases.changeCore(core, {}, now))
      .audit('certificate.copies_recorded', id, changedFields({}, kept))
      .announce('certificate.copies-recorded', id, { entry_id: entry.id, case_id: id })
      .finish(present(entry));
  });
});

/** An entry stays while later ones depend on it. */
const deleteCopies = handler(certificateEndpoints.deleteCopies, writing, ({ params }, context) => {
  const { db, work, actor, now } = context;
  const { id, entryId } = params;
  return context.work.attempt(async () => {
    const [core, list] = await Promise.all([db.cases.requireCore(id), db.copies.of(id)]);
    const gone = list.entries.find((entry) => entry.id === entryId);
    if (!gone) throw notFound();
    assertAllowed(actor, 'case:follow-up', core);
    const left = list.entries.filter((entry) => entry !== gone);
    if (!isConsistent(left)) throw new AppError('conflict', { detail: copyMessages.needed });
    return work
      .add(db.copies.write(id, list, left), db.cases.changeCore(core, {}, now))
      .audit('certificate.copies_deleted', id, changedFields({ ...present(gone) }, {}))
      .announce('certificate.copies-deleted', id, { entry_id: entryId, case_id: id })
      .finish({ success: true as const });
  });
});

export const certificateRoutes = routesOf(certificateEndpoints, { copies: listCopies, recordCopies, deleteCopies });
