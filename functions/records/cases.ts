import type { CaseRow } from '#domain/cases/case.schema.ts';
import { type CaseNumbering, countingYear, formatCaseNumber } from '#domain/cases/case-number.ts';
import { AppError, notFound } from '#domain/contract/errors.ts';
import type { TimeOrdering } from '#domain/contract/wire.ts';
import { type CaseListRow, caseRow, casesList, sectionsOf } from '#functions/projections/cases.ts';
import type { Keys } from '#functions/store/keys.ts';
import { pageOfList, pageOfSearch } from '#functions/store/list-page.ts';
import type { Repository } from '#functions/store/repository.ts';
import { WriteConflict } from '#functions/store/retry-on-conflict.ts';
import type { Item, Table, Write } from '#functions/store/table.ts';
import {
  type CaseCustomers,
  type CaseRecord,
  type CaseSection,
  type CaseSections,
  caseSectionShape,
  caseShape,
} from './case-record.ts';
import { homesIn } from './homes.ts';
import { oldestFirst, searchFor } from './search-for.ts';

export type { CaseRecord, CaseSections } from './case-record.ts';

export interface StoredCase {
  core: CaseRecord;
  sections: Record<string, CaseSection>;
}

/** Thrown when the number that was to be taken is taken. */
export class NumberTaken extends AppError {
  constructor() {
    super('conflict', { fields: { case_number_manual_override: ['This case number is already in use'] } });
  }
}

/** So many numbers in a row are looked at for the first free one: the next, which nearly always is, then many at once. */
const lookedAt = [1, 24, 75, 400];

interface Filters {
  status?: string | undefined;
  service_type?: string | undefined;
  /** Days, both of them within. */
  service_from?: string | undefined;
  service_to?: string | undefined;
}
interface ListQuery extends Filters {
  home?: string | undefined;
  /** Instants: from the first on and before the second. */
  createdFrom?: string | undefined;
  createdBefore?: string | undefined;
  search?: string | undefined;
  ordering?: TimeOrdering | undefined;
  page: number;
  pageSize: number;
}

const withinService = ({ service_from, service_to }: Filters) =>
  service_from || service_to
    ? ({ service_date }: CaseListRow): boolean =>
        service_date !== '' &&
        (!service_from || service_date >= service_from) &&
        (!service_to || service_date <= service_to)
    : undefined;

export const casesIn = (table: Table, keys: Keys) => {
  const homes = homesIn(table, keys);
  const nameOf = (names: ReadonlyMap<string, string>, row: CaseListRow): CaseRow => ({
    ...row,
    funeral_home_name: names.get(row.funeral_home_id) ?? '',
  });
  const stored = async (id: string): Promise<StoredCase | undefined> => {
    const items = await table.query({ pk: keys.caseItems(id) });
    const core = items.find(({ sk }) => sk === 'CASE');
    return core && { core: caseShape.parse(core), sections: sectionsOf(items) };
  };
  return {
    async require(id: string): Promise<StoredCase> {
      const found = await stored(id);
      if (!found) throw notFound();
      return found;
    },
    /** The core alone, for what needs no section. */
    async requireCore(id: string): Promise<CaseRecord> {
      const item = await table.get(keys.case(id));
      if (!item) throw notFound();
      return caseShape.parse(item);
    },
    /** The list's row of the case with exactly this number, in any case of letters. */
    async rowByNumber(number: string): Promise<CaseRow | undefined> {
      const taken = await table.get(keys.caseNumber(number));
      const [found, names] = await Promise.all([taken && stored(String(taken.case_id)), homes.homeNames()]);
      if (!found) return undefined;
      const values = Object.entries(found.sections).map(([section, one]) => [section, one.values]);
      return nameOf(names, caseRow(found.core, Object.fromEntries(values)));
    },
    async list({
      search,
      status,
      home,
      service_type,
      createdFrom,
      createdBefore,
      ordering,
      page,
      pageSize,
      ...rest
    }: ListQuery) {
      const ascending = ordering === 'created_at';
      const request = { filters: { home, status, service_type }, page, pageSize };
      const service = withinService(rest);
      const within = ({ created_at }: CaseListRow): boolean =>
        (!createdFrom || created_at >= createdFrom) && (!createdBefore || created_at < createdBefore);
      const [found, names] = await Promise.all([
        search
          ? pageOfSearch(table, keys, casesList, {
              ...request,
              ...searchFor(search),
              ...oldestFirst(ascending),
              ...(createdFrom || createdBefore || service
                ? { matches: (row: CaseListRow) => within(row) && (service?.(row) ?? true) }
                : {}),
            })
          : pageOfList(table, keys, casesList, {
              ...request,
              ...(service ? { matches: service } : {}),
              sort: 'created',
              ascending,
              ranges: [{ from: createdFrom, to: createdBefore }],
            }),
        homes.homeNames(),
      ]);
      return { ...found, rows: found.rows.map((row) => nameOf(names, row)) };
    },
    async numberTaken(number: string): Promise<boolean> {
      return (await table.get(keys.caseNumber(number))) !== undefined;
    },
    /**
     * The first free number from the year's counter on; where hundreds in a row are taken, one that is free behind them.
     * Reading takes nothing.
     */
    async nextNumber(
      homeId: string,
      year: number,
      numbering: CaseNumbering,
    ): Promise<{ number: string; sequence: number; counter: number }> {
      const counter = Number((await table.get(keys.numbering(homeId, countingYear(numbering, year))))?.last ?? 0);
      const at = (sequence: number) => ({ number: formatCaseNumber(numbering, year, sequence), sequence, counter });
      let from = counter + 1;
      for (const count of lookedAt) {
        const wanted = Array.from({ length: count }, (_, n) => keys.caseNumber(at(from + n).number));
        const taken = new Set((await table.getAll(wanted)).map(({ pk }) => pk));
        const free = wanted.findIndex(({ pk }) => !taken.has(pk));
        if (free >= 0) return at(from + free);
        from += count;
      }
      const isTaken = (sequence: number) => this.numberTaken(at(sequence).number);
      // Ever further ahead until one is free, then back to where the taken ones end.
      let [taken, free] = [from - 1, from];
      for (let step = from - counter; await isTaken(free); step *= 2) [taken, free] = [free, free + step];
      while (free - taken > 1) {
        const middle = Math.floor((taken + free) / 2);
        if (await isTaken(middle)) taken = middle;
        else free = middle;
      }
      return at(free);
    },
    /** Moves the counter of a counting year, unless somebody else moved it first. */
    advance: (homeId: string, year: number, { sequence, counter }: { sequence: number; counter: number }): Write => ({
      update: keys.numbering(homeId, year),
      set: { last: sequence },
      // A counter that was set back to the beginning is there and says 0.
      when: counter === 0 ? { absentOr: { last: 0 } } : { equals: { last: counter } },
      refused: () => new WriteConflict(),
    }),
    create: (core: CaseRecord, sections: CaseSections): Write[] => [
      { put: caseShape.item(keys.case(core.id), core), when: 'absent' },
      {
        put: { ...keys.caseNumber(core.case_number), case_id: core.id },
        when: 'absent',
        refused: () => new NumberTaken(),
      },
      ...Object.entries(sections).map(
        ([section, values]): Write => ({
          put: caseSectionShape.item(keys.caseSection(core.id, section), {
            version: 1,
            updated_at: core.updated_at,
            values,
          }),
          when: 'absent',
        }),
      ),
    ],
    /** Other customers for a case, if neither they nor its status changed since `before` was read. */
    changeCustomers: (before: CaseRecord, customers: CaseCustomers, now: Date): Write => ({
      update: keys.case(before.id),
      set: { customers, updated_at: now.toISOString() },
      when: { equals: { customers: before.customers, status: before.status } },
      refused: (_current: Item | undefined) => new WriteConflict(),
    }),
  };
};

export type Cases = ReturnType<typeof casesIn>;
export const cases = {
  grants: ['table:cases', 'table:lists', 'table:home-names'],
  in: casesIn,
} as const satisfies Repository;
