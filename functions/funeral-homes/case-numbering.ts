import {
  completeNumbering,
  countingYear,
  formatCaseNumber,
  type NumberingSettings,
} from '#domain/cases/case-number.ts';
import { invalid } from '#domain/contract/errors.ts';
import type { funeralHomeEndpoints } from '#domain/funeral-homes/funeral-home.endpoints.ts';
import { todayIn } from '#domain/values/calendar-date.ts';
import type { Handler } from '#functions/kernel/context.ts';
import type { HomeRecord } from '#functions/records/homes.ts';
import { changesBetween } from '#functions/store/audit.ts';
import type { Database } from '#functions/store/database.ts';
import { onCurrent } from '#functions/store/on-current.ts';
import { assertMayEdit } from './may-edit.ts';
import { requireHome } from './read-homes.ts';

const shown = 3;

const present = async (db: Database, { id, case_numbering, time_zone }: HomeRecord, now: Date) => {
  const year = Number(todayIn(time_zone, now).slice(0, 4));
  const { number, sequence } = await db.cases.nextNumber(id, year, case_numbering);
  return { ...completeNumbering(case_numbering), next_value: sequence, next_number: number };
};

/** The numbers from a value on, or from the first that is free, each with whether it is taken. */
const candidates = async (
  db: Database,
  home: HomeRecord,
  { next_value, ...numbering }: NumberingSettings,
  now: Date,
) => {
  const year = Number(todayIn(home.time_zone, now).slice(0, 4));
  const { counter, sequence } = await db.cases.nextNumber(home.id, year, numbering);
  const first = next_value ?? sequence;
  const numbers = Array.from({ length: shown }, (_, n) => formatCaseNumber(numbering, year, first + n));
  const taken = await Promise.all(numbers.map((number) => db.cases.numberTaken(number)));
  return {
    year,
    counter,
    first,
    examples: numbers.map((case_number, n) => ({ case_number, taken: taken[n] ?? false })),
  };
};

export const getCaseNumbering: Handler<typeof funeralHomeEndpoints.caseNumbering> = async ({ params }, { db, now }) =>
  present(db, await requireHome(db, params.id), now);

export const previewCaseNumbering: Handler<typeof funeralHomeEndpoints.previewCaseNumbering> = async (
  { params, body },
  { db, actor, now },
) => {
  const home = await requireHome(db, params.id);
  assertMayEdit(actor, home.id);
  const { first, examples } = await candidates(db, home, body, now);
  return { preview: examples.find(({ taken }) => !taken)?.case_number ?? '', next_value: first, examples };
};

/** Numbers given before stay; a start that is taken already is refused, later ones that are taken are skipped. */
export const updateCaseNumbering: Handler<typeof funeralHomeEndpoints.updateCaseNumbering> = (
  { params, body },
  { db, actor, now },
) =>
  onCurrent(
    () => requireHome(db, params.id),
    async (before) => {
      assertMayEdit(actor, before.id);
      const { year, counter, first, examples } = await candidates(db, before, body, now);
      const [start] = examples;
      if (body.next_value !== undefined && start?.taken)
        throw invalid({ next_value: [`Case number ${start.case_number} is already in use`] });
      const { next_value: _next, ...numbering } = body;
      const next: HomeRecord = { ...before, case_numbering: numbering, version: before.version + 1 };
      const changes = changesBetween(completeNumbering(before.case_numbering), numbering);
      const moved = body.next_value !== undefined && first !== counter + 1;
      if (moved) changes.push({ field: 'next_value', from: counter + 1, to: first });
      if (changes.length > 0)
        await db.commit(
          [
            ...db.organizations.changeHome(before, next, () =>
              invalid({ slug: ['This public address is already taken'] }),
            ),
            ...(moved
              ? [db.cases.advance(before.id, countingYear(numbering, year), { sequence: first - 1, counter })]
              : []),
            db.audit.entry('HOME', before.id, 'case_numbering.updated', changes),
            db.outbox.event('home.updated', before.id, { funeral_home_id: before.id }),
          ],
          undefined,
        );
      return present(db, next, now);
    },
  );
