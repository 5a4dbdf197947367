import {
  completeNumbering,
  countingYear,
  formatCaseNumber,
  type NumberingSettings,
} from '#domain/cases/case-number.ts';
import { funeralHomeEndpoints } from '#domain/organizations/funeral-home.endpoints.ts';
import { assertAllowed } from '#domain/shared/access/policies.ts';
import { invalid } from '#domain/shared/contract/errors.ts';
import { todayIn } from '#domain/shared/values/calendar-date.ts';
import { type Cases, cases } from '#functions/cases/repository/cases.ts';
import type { HomeRecord } from '#functions/organizations/repository/homes.ts';
import { organizations } from '#functions/organizations/repository/organizations.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { changesBetween } from '#functions/platform/store/audit/audit.ts';
import { requireHome } from './read-homes.ts';

const needs = { organizations, cases };
const shown = 3;

const present = async (cases: Cases, { id, case_numbering, time_zone }: HomeRecord, now: Date) => {
  const year = Number(todayIn(time_zone, now).slice(0, 4));
  const { number, sequence } = await cases.nextNumber(id, year, case_numbering);
  return { ...completeNumbering(case_numbering), next_value: sequence, next_number: number };
};

/** The numbers from a value on, or from the first that is free, each with whether it is taken. */
const candidates = async (
  cases: Cases,
  home: HomeRecord,
  { next_value, ...numbering }: NumberingSettings,
  now: Date,
) => {
  const year = Number(todayIn(home.time_zone, now).slice(0, 4));
  const { counter, sequence } = await cases.nextNumber(home.id, year, numbering);
  const first = next_value ?? sequence;
  const numbers = Array.from({ length: shown }, (_, n) => formatCaseNumber(numbering, year, first + n));
  const taken = await Promise.all(numbers.map((number) => cases.numberTaken(number)));
  return {
    year,
    counter,
    first,
    examples: numbers.map((case_number, n) => ({ case_number, taken: taken[n] ?? false })),
  };
};

export const getCaseNumbering = handler(funeralHomeEndpoints.caseNumbering, needs, async ({ params }, { db, now }) =>
  present(db.cases, await requireHome(db.organizations, params.id), now),
);

export const previewCaseNumbering = handler(
  funeralHomeEndpoints.previewCaseNumbering,
  needs,
  async ({ params, body }, { db, actor, now }) => {
    const home = await requireHome(db.organizations, params.id);
    assertAllowed(actor, 'home:edit', { homeId: home.id });
    const { first, examples } = await candidates(db.cases, home, body, now);
    return { preview: examples.find(({ taken }) => !taken)?.case_number ?? '', next_value: first, examples };
  },
);

/**
 * Numbers given before stay; a start that is taken already is refused, later ones that are taken are skipped. So is a
 * prefix of another home, a former one too: receipts and Statements are counted per home, and would have one number.
 */
export const updateCaseNumbering = handler(
  funeralHomeEndpoints.updateCaseNumbering,
  needs,
  ({ params, body }, { db, work, actor, now }) =>
    work.attempt(
      () => requireHome(db.organizations, params.id),
      async (before) => {
        assertAllowed(actor, 'home:edit', { homeId: before.id });
        const { year, counter, first, examples } = await candidates(db.cases, before, body, now);
        const [start] = examples;
        if (body.next_value !== undefined && start?.taken)
          throw invalid({ next_value: [`Case number ${start.case_number} is already in use`] });
        const { next_value: _next, ...numbering } = body;
        const next: HomeRecord = { ...before, case_numbering: numbering, version: before.version + 1 };
        const changes = changesBetween(completeNumbering(before.case_numbering), numbering);
        const moved = body.next_value !== undefined && first !== counter + 1;
        if (moved) changes.push({ field: 'next_value', from: counter + 1, to: first });
        const taken = () => invalid({ slug: ['This public address is already taken'] });
        if (changes.length > 0)
          await work
            .add(
              await db.organizations.changePrefix(before, next),
              db.organizations.changeHome(before, next, taken),
              moved
                ? db.cases.advance(before.id, countingYear(numbering, year), { sequence: first - 1, counter })
                : undefined,
            )
            .audit('case_numbering.updated', before.id, changes)
            .announce('home.updated', before.id, { funeral_home_id: before.id })
            .step();
        return present(db.cases, next, now);
      },
    ),
);
