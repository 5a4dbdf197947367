import type { CaseRow } from '#domain/cases/case.schema.ts';
import { type CaseNumbering, countingYear, formatCaseNumber } from '#domain/cases/case-number.ts';
import { AppError, notFound } from '#domain/shared/contract/errors.ts';
import type { Language } from '#domain/shared/values/language.ts';
import { type CasePart, caseParts, type Keys, sharedKeys } from '#functions/platform/store/keys.ts';
import type { Repository } from '#functions/platform/store/repository.ts';
import type { Item, Table, Write } from '#functions/platform/store/table.ts';
import { WriteConflict } from '#functions/platform/store/transactions/retry-on-conflict.ts';
import { withUnknown } from '#functions/platform/store/unknown-attributes.ts';
import { caseLists } from './case-list.ts';
import {
  type CaseCustomers,
  type CaseRecord,
  type CaseSection,
  type CaseSections,
  caseSchema,
  caseSectionSchema,
} from './case-record.ts';
import { caseCounts, caseRow, sectionsOf } from './case-rows.ts';

export type { CaseRecord, CaseSections } from './case-record.ts';

export interface StoredCase {
  core: CaseRecord;
  sections: Record<string, CaseSection>;
  /** Which lists it has besides. */
  parts?: readonly CasePart[];
  /** Under which its family asks, where a page of its own was opened for it. */
  familyReference?: string;
  /** In which its family is written to, where staff have chosen it on their page. */
  familyLanguage?: Language;
  /** How often the facts of its certificate were sent to its family. */
  familyReviews?: number;
}

/** Thrown when the number that was to be taken is taken. */
export class NumberTaken extends AppError {
  constructor() {
    super('conflict', { fields: { case_number_manual_override: ['This case number is already in use'] } });
  }
}

/** What is changed of a case's core beside its version. */
export type CoreChange = Partial<Omit<CaseRecord, 'id' | 'organization_id' | 'version' | 'updated_at'>>;

/** What an entry of a ledger changes of its case. */
interface LedgerChange {
  /** Cents by which the sum received rises. */
  paid: number;
  /** How many entries come to the ledger. */
  entries?: number;
  /** What is expected from then on, where the entry settles some of it. */
  money_to_come?: CaseRecord['money_to_come'];
  /** The amount depends on the case as it was read. */
  asRead?: boolean;
}

/** So many numbers in a row are looked at for the first free one: the next, which nearly always is, then many at once. */
const lookedAt = [1, 24, 75, 400];

/** Of a family's answers so many go with their case; older ones before it. */
const answersAtOnce = 20;

/** Takes away what a family answered to the reviews that were sent to it, behind the first `from` and up to `to`. */
const withoutAnswers = (reference: string, from: number, to: number): Write[] =>
  Array.from({ length: to - from }, (_, at) => ({ delete: sharedKeys.familyAnswer(reference, from + at + 1) }));

export const createCaseRepository = (table: Table, keys: Keys) => {
  const lists = caseLists(table, keys);
  const counts: ReturnType<typeof caseCounts> = caseCounts(table, keys);
  const stored = async (id: string): Promise<StoredCase | undefined> => {
    const items = await table.query({ pk: keys.caseItems(id) });
    const core = items.find(({ sk }) => sk === 'CASE');
    const parts = caseParts.filter((part) => items.some(({ sk }) => sk === part));
    const sent = Number(items.find(({ sk }) => sk === 'PART#REVIEW')?.revision ?? 0);
    const page = items.find(({ sk }) => sk === 'PART#FAMILY');
    const family = page?.reference;
    return (
      core && {
        ...{ core: caseSchema.parse(core), sections: sectionsOf(items), parts },
        ...(family ? { familyReference: String(family), familyReviews: sent } : {}),
        ...(page ? { familyLanguage: page.language === 'es' ? 'es' : 'en' } : {}),
      }
    );
  };
  const requireNamed = async (id: string): Promise<StoredCase> => {
    const items = await table.getAll([keys.case(id), keys.caseSection(id, 'deceased')]);
    const core = items.find(({ sk }) => sk === 'CASE');
    if (!core) throw notFound();
    return { core: caseSchema.parse(core), sections: sectionsOf(items) };
  };
  const requireCore = async (id: string): Promise<CaseRecord> => {
    const item = await table.get(keys.case(id));
    if (!item) throw notFound();
    return caseSchema.parse(item);
  };
  return {
    ...lists,
    ...counts,
    /** The next services, as a list tells them. */
    async nextServices(home: string | undefined, days: { from: string; before: string }, shown: number) {
      const { ids, ...found } = await counts.services(home, days, shown);
      return { ...found, rows: await lists.byIds(ids) };
    },
    async require(id: string): Promise<StoredCase> {
      const found = await stored(id);
      if (!found) throw notFound();
      return found;
    },
    find: stored,
    /** The core with the section that names the deceased: a whole case is twenty items. Throws 404. */
    requireNamed,
    /** The cores of those that are there. */
    async cores(ids: readonly string[]): Promise<CaseRecord[]> {
      return (await table.getAll(ids.map((id) => keys.case(id)))).map((item) => caseSchema.parse(item));
    },
    /** The core alone, for what needs no section. */
    requireCore,
    /** The list's row of the case with exactly this number, in any case of letters. */
    async rowByNumber(number: string): Promise<CaseRow | undefined> {
      const taken = await table.get(keys.caseNumber(number));
      const found = taken && (await stored(String(taken.case_id)));
      if (!found) return undefined;
      const values = Object.entries(found.sections).map(([section, one]) => [section, one.values]);
      return lists.named(caseRow(found.core, Object.fromEntries(values)));
    },
    /** Which of these numbers are taken, in capitals: the case, or null of one that was deleted. */
    async numbersTaken(numbers: readonly string[]): Promise<ReadonlyMap<string, string | null>> {
      const wanted = new Map(numbers.map((number) => [keys.caseNumber(number).pk, number.toUpperCase()]));
      const items = await table.getAll([...wanted.values()].map((number) => keys.caseNumber(number)));
      return new Map(
        items.map((item) => [wanted.get(item.pk) ?? '', item.deleted_at ? null : String(item.case_id)] as const),
      );
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
      { put: caseSchema.item(keys.case(core.id), core), when: 'absent' },
      {
        put: { ...keys.caseNumber(core.case_number), case_id: core.id },
        when: 'absent',
        refused: () => new NumberTaken(),
      },
      ...Object.entries(sections).map(
        ([section, values]): Write => ({
          put: caseSectionSchema.item(keys.caseSection(core.id, section), {
            version: 1,
            updated_at: core.updated_at,
            values,
          }),
          when: 'absent',
        }),
      ),
    ],
    /**
     * What changes in the core, under the next version, if nobody changed the case meanwhile: its customers
     * have no version of their own; throws
     * {@link WriteConflict}, or 404 when it is gone.
     */
    changeCore: (before: CaseRecord, set: CoreChange, now: Date): Write => ({
      // Whole, so that a core of an earlier shape becomes one of this: under this guard nobody else has written it.
      put: caseSchema.item(keys.case(before.id), {
        ...before,
        ...set,
        version: before.version + 1,
        updated_at: now.toISOString(),
      }),
      when: { equals: { version: before.version } },
      refused: (current) => (current ? new WriteConflict() : notFound()),
    }),
    /**
     * Adds to what was received and to the count of entries. Changes of one ledger commute: only an amount that follows from
     * the case as it was read asks for its version. Throws {@link WriteConflict}, or 404 when it is gone.
     */
    changeLedger: (
      { id, version, status, funeral_home_id, money_to_come: before }: CaseRecord,
      { paid, entries, money_to_come, asRead = false }: LedgerChange,
      now: Date,
    ): Write => ({
      ...caseSchema.update(keys.case(id), {
        set: { updated_at: now.toISOString(), ...(money_to_come && { money_to_come }) },
        add: { version: 1, paid_cents: paid, ...(entries && { ledger_entries: entries }) },
      }),
      when: { equals: asRead ? { version } : { status, funeral_home_id, money_to_come: withUnknown(before) } },
      refused: (current) => (current ? new WriteConflict() : notFound()),
    }),
    /** Holds a transaction to the case as it was read. */
    unchanged: ({ id, version }: CaseRecord): Write => ({
      check: keys.case(id),
      when: { equals: { version } },
      refused: (current) => (current ? new WriteConflict() : notFound()),
    }),
    /** A section as it is from now on, if nobody changed it since `before` was read. */
    putSection: (
      id: string,
      section: string,
      before: CaseSection | undefined,
      values: CaseSection['values'],
      now: Date,
    ): Write => ({
      put: caseSectionSchema.item(keys.caseSection(id, section), {
        ...before,
        version: (before?.version ?? 0) + 1,
        updated_at: now.toISOString(),
        values,
      }),
      when: before ? { equals: { version: before.version } } : 'absent',
      refused: () => new WriteConflict(),
    }),
    /** Everything of a case that is as an import made it, with its number, which can come once more. */
    removeImported: ({ core, sections }: StoredCase): Write[] => [
      {
        delete: keys.case(core.id),
        when: { equals: { version: core.version } },
        refused: () => new WriteConflict(),
      },
      ...Object.keys(sections).map((section): Write => ({ delete: keys.caseSection(core.id, section) })),
      { delete: keys.caseNumber(core.case_number) },
    ],
    /** Takes away what a family answered before what goes with its case: parts, each for a commit of its own. */
    removeOlderAnswers({ familyReference = '', familyReviews = 0 }: StoredCase): Write[][] {
      const parts: Write[][] = [];
      for (let to = familyReviews - answersAtOnce; to > 0; to -= answersAtOnce)
        parts.unshift(withoutAnswers(familyReference, Math.max(0, to - answersAtOnce), to));
      return parts;
    },
    /** Everything of a case but its number, which nobody gets again: it says so itself from now on. */
    remove: (
      { core, sections, parts = [], familyReference = '', familyReviews = 0 }: StoredCase,
      now: Date,
    ): Write[] => [
      {
        delete: keys.case(core.id),
        when: { equals: { version: core.version } },
        refused: (current) => (current ? new WriteConflict() : notFound()),
      },
      ...Object.keys(sections).map((section): Write => ({ delete: keys.caseSection(core.id, section) })),
      ...parts.map((part): Write => ({ delete: keys.casePart(core.id, part) })),
      // That of a report belongs to the report, which outlives the case.
      ...(familyReference && !core.source_submission_id ? [{ delete: sharedKeys.reportStatus(familyReference) }] : []),
      ...withoutAnswers(familyReference, Math.max(0, familyReviews - answersAtOnce), familyReviews),
      { put: { ...keys.caseNumber(core.case_number), case_id: core.id, deleted_at: now.toISOString() } },
    ],
    /**
     * Other customers for a case, under its next version, if nobody changed it since `before` was read.
     */
    changeCustomers: (before: CaseRecord, customers: CaseCustomers, now: Date): Write => ({
      put: caseSchema.item(keys.case(before.id), {
        ...before,
        customers,
        version: before.version + 1,
        updated_at: now.toISOString(),
      }),
      when: { equals: { version: before.version } },
      refused: (_current: Item | undefined) => new WriteConflict(),
    }),
  };
};

export type Cases = ReturnType<typeof createCaseRepository>;
/** For what discloses: all that match, and whether a case is there. */
export const caseScans = {
  grants: ['table:lists', 'table:records-read', 'table:home-names'],
  in: (table, keys): Pick<Cases, 'walk' | 'requireCore'> => createCaseRepository(table, keys),
} as const satisfies Repository;
/** For who needs to know whose case it is, and nothing of what stands in it. */
export const caseHeaders = {
  grants: ['table:records-read'],
  in: (table, keys): Pick<Cases, 'requireCore'> => createCaseRepository(table, keys),
} as const satisfies Repository;
export const cases = {
  grants: ['table:cases', 'table:lists', 'table:home-names'],
  in: createCaseRepository,
} as const satisfies Repository;
