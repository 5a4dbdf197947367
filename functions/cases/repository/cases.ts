import type { CaseRow } from '#domain/cases/case.schema.ts';
import { type CaseNumbering, countingYear, formatCaseNumber } from '#domain/cases/case-number.ts';
import { AppError, notFound } from '#domain/shared/contract/errors.ts';
import type { Language } from '#domain/shared/values/language.ts';
import { type CasePart, caseParts, type Keys, sharedKeys } from '#functions/platform/store/keys.ts';
import { ifUnchanged, type Repository } from '#functions/platform/store/repository.ts';
import { withUnknown } from '#functions/platform/store/stored-schema.ts';
import type { Item, Table, Write } from '#functions/platform/store/table.ts';
import { WriteConflictError } from '#functions/platform/store/transactions/retry-on-conflict.ts';
import { caseLists } from './case-list.ts';
import {
  type CaseCustomers,
  type CaseRecord,
  type CaseSection,
  type CaseSections,
  caseSchema,
  caseSectionSchema,
} from './case-record.ts';
import { caseCounts, sectionsOf } from './case-rows.ts';

export type { CaseRecord, CaseSections } from './case-record.ts';

export interface StoredCase {
  core: CaseRecord;
  sections: Record<string, CaseSection>;
  parts?: readonly CasePart[];
  /** Its events of a day as they are stored. */
  events?: readonly Item[];
  familyReference?: string;
  /** The language chosen by staff for the family's page. */
  familyLanguage?: Language;
  /** How often the family got the certificate's facts for review. */
  familyReviews?: number;
}

export class NumberTakenError extends AppError {
  constructor() {
    super('conflict', { fields: { case_number_manual_override: ['This case number is already in use'] } });
  }
}

export type CoreChange = Partial<Omit<CaseRecord, 'id' | 'organization_id' | 'version' | 'updated_at'>>;

interface LedgerChange {
  /** Cents, added to the total received. */
  paid: number;
  entries?: number;
  money_to_come?: CaseRecord['money_to_come'];
  /** The amount depends on the case as it was read. */
  asRead?: boolean;
}

/** How many numbers each step checks for a free one; the first nearly always is. */
const numbersPerStep = [1, 24, 75, 400];

/** So many answers of a family fit the transaction that deletes its case; older ones are deleted before. */
const answersAtOnce = 20;

const withoutAnswers = (reference: string, from: number, to: number): Write[] =>
  Array.from({ length: to - from }, (_, at) => ({ delete: sharedKeys.familyAnswer(reference, from + at + 1) }));

const conflictOrGone = (current: Item | undefined) => (current ? new WriteConflictError() : notFound());

/** Returns whether a field says who approved or refused embalming. */
export const isEmbalmingAnswer = (field: string): boolean => /^embalming_(?:approv|refused)/.test(field);

export const createCaseRepository = (table: Table, keys: Keys) => {
  const lists = caseLists(table, keys);
  const counts: ReturnType<typeof caseCounts> = caseCounts(table, keys);
  const stored = async (id: string): Promise<StoredCase | undefined> => {
    const items = await table.query({ pk: keys.caseItems(id) });
    const core = items.find(({ sk }) => sk === 'CASE');
    const parts = caseParts.filter((part) => items.some(({ sk }) => sk === part));
    const sentRevision = Number(items.find(({ sk }) => sk === 'PART#REVIEW')?.revision ?? 0);
    const page = items.find(({ sk }) => sk === 'PART#FAMILY');
    const family = page?.reference;
    return (
      core && {
        core: caseSchema.parse(core),
        sections: sectionsOf(items),
        parts,
        events: items.filter(({ sk }) => sk.startsWith('EVENT#')),
        ...(family ? { familyReference: String(family), familyReviews: sentRevision } : {}),
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
  const changeCore = (before: CaseRecord, set: CoreChange, now: Date): Write => ({
    // A whole write upgrades a core of an older schema.
    put: caseSchema.item(keys.case(before.id), {
      ...before,
      ...set,
      version: before.version + 1,
      updated_at: now.toISOString(),
    }),
    ...ifUnchanged(before),
  });
  return {
    ...lists,
    ...counts,
    async nextServices(home: string | undefined, days: { from: string; before: string }, maxShown: number) {
      const { ids, ...found } = await counts.services(home, days, maxShown);
      return { ...found, rows: await lists.byIds(ids) };
    },
    async require(id: string): Promise<StoredCase> {
      const caseRecord = await stored(id);
      if (!caseRecord) throw notFound();
      return caseRecord;
    },
    find: stored,
    /** The core with the deceased's section, because a whole case is twenty items. Throws 404. */
    requireNamed,
    async cores(ids: readonly string[]): Promise<CaseRecord[]> {
      return (await table.getAll(ids.map((id) => keys.case(id)))).map((item) => caseSchema.parse(item));
    },
    requireCore,
    /** Returns the row of the case with this number, in any letter case. */
    async rowByNumber(number: string): Promise<CaseRow | undefined> {
      const reservation = await table.get(keys.caseNumber(number));
      return reservation && (await lists.byIds([String(reservation.case_id)]))[0];
    },
    /** Returns the used numbers in capitals with their case, or null for a deleted one. */
    async numbersTaken(numbers: readonly string[]): Promise<ReadonlyMap<string, string | null>> {
      const numbersByKey = new Map(numbers.map((number) => [keys.caseNumber(number).pk, number.toUpperCase()]));
      const items = await table.getAll([...numbersByKey.values()].map((number) => keys.caseNumber(number)));
      return new Map(
        items.map((item) => [numbersByKey.get(item.pk) ?? '', item.deleted_at ? null : String(item.case_id)] as const),
      );
    },
    async numberTaken(number: string): Promise<boolean> {
      return (await table.get(keys.caseNumber(number))) !== undefined;
    },
    /** Returns the first free number after the year's counter. Reserves nothing. */
    async nextNumber(
      homeId: string,
      year: number,
      numbering: CaseNumbering,
    ): Promise<{ number: string; sequence: number; counter: number }> {
      const counter = Number((await table.get(keys.numbering(homeId, countingYear(numbering, year))))?.last ?? 0);
      const at = (sequence: number) => ({ number: formatCaseNumber(numbering, year, sequence), sequence, counter });
      let from = counter + 1;
      for (const count of numbersPerStep) {
        const numberKeys = Array.from({ length: count }, (_, n) => keys.caseNumber(at(from + n).number));
        const takenKeys = new Set((await table.getAll(numberKeys)).map(({ pk }) => pk));
        const free = numberKeys.findIndex(({ pk }) => !takenKeys.has(pk));
        if (free >= 0) return at(from + free);
        from += count;
      }
      const isTaken = (sequence: number) => this.numberTaken(at(sequence).number);
      // Gallops ahead to a free number, then searches back for the end of the used ones.
      let [taken, free] = [from - 1, from];
      for (let step = from - counter; await isTaken(free); step *= 2) [taken, free] = [free, free + step];
      while (free - taken > 1) {
        const middle = Math.floor((taken + free) / 2);
        if (await isTaken(middle)) taken = middle;
        else free = middle;
      }
      return at(free);
    },
    /** Moves the counter of a year, unless another call moved it first. */
    advance: (homeId: string, year: number, { sequence, counter }: { sequence: number; counter: number }): Write => ({
      update: keys.numbering(homeId, year),
      set: { last: sequence },
      // A counter that was reset exists with 0.
      when: counter === 0 ? { absentOr: { last: 0 } } : { equals: { last: counter } },
      refused: () => new WriteConflictError(),
    }),
    create: (core: CaseRecord, sections: CaseSections): Write[] => [
      { put: caseSchema.item(keys.case(core.id), core), when: 'absent' },
      {
        put: { ...keys.caseNumber(core.case_number), case_id: core.id },
        when: 'absent',
        refused: () => new NumberTakenError(),
      },
      ...Object.entries(sections).map(([section, values]): Write => {
        const answer = { by_name: core.created_by_name, at: core.updated_at };
        const answered = Object.keys(values).some(isEmbalmingAnswer) ? { embalming_answered: answer } : {};
        const record = { version: 1, updated_at: core.updated_at, values, ...answered };
        return { put: caseSectionSchema.item(keys.caseSection(core.id, section), record), when: 'absent' };
      }),
    ],
    /** Changes the core under its next version; throws {@link WriteConflictError}, or 404 when the case is gone. */
    changeCore,
    /** Ledger changes commute: only an amount derived from the case needs its version. Throws as `changeCore`. */
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
      refused: conflictOrGone,
    }),
    unchanged: ({ id, version }: CaseRecord): Write => ({
      check: keys.case(id),
      when: { equals: { version } },
      refused: conflictOrGone,
    }),
    putSection: (
      id: string,
      section: string,
      before: CaseSection | undefined,
      values: CaseSection['values'],
      now: Date,
      answered: Pick<CaseSection, 'embalming_answered'> = {},
    ): Write => ({
      put: caseSectionSchema.item(keys.caseSection(id, section), {
        ...before,
        version: (before?.version ?? 0) + 1,
        updated_at: now.toISOString(),
        values,
        ...answered,
      }),
      when: before ? { equals: { version: before.version } } : 'absent',
      refused: () => new WriteConflictError(),
    }),
    /** Deletes an unchanged imported case with its number, which another import may use again. */
    removeImported: ({ core, sections }: StoredCase): Write[] => [
      {
        delete: keys.case(core.id),
        when: { equals: { version: core.version } },
        refused: () => new WriteConflictError(),
      },
      ...Object.keys(sections).map((section): Write => ({ delete: keys.caseSection(core.id, section) })),
      { delete: keys.caseNumber(core.case_number) },
    ],
    /** Deletes the events of a case, too many for the transaction that deletes it. */
    removeEvents: ({ events = [] }: StoredCase): Write[] => events.map(({ pk, sk }) => ({ delete: { pk, sk } })),
    /** Deletes older answers of the family in parts, each for its own commit. */
    removeOlderAnswers({ familyReference = '', familyReviews = 0 }: StoredCase): Write[][] {
      const parts: Write[][] = [];
      for (let to = familyReviews - answersAtOnce; to > 0; to -= answersAtOnce)
        parts.unshift(withoutAnswers(familyReference, Math.max(0, to - answersAtOnce), to));
      return parts;
    },
    /** Deletes a case and marks its number as used forever. */
    remove: ({ core, sections, familyReference = '', familyReviews = 0 }: StoredCase, now: Date): Write[] => [
      { delete: keys.case(core.id), ...ifUnchanged(core) },
      ...Object.keys(sections).map((section): Write => ({ delete: keys.caseSection(core.id, section) })),
      // A worker may begin one after the case was read.
      ...caseParts.map((part): Write => ({ delete: keys.casePart(core.id, part) })),
      // The reference of a report belongs to the report, which outlives the case.
      ...(familyReference && !core.source_submission_id ? [{ delete: sharedKeys.reportStatus(familyReference) }] : []),
      ...withoutAnswers(familyReference, Math.max(0, familyReviews - answersAtOnce), familyReviews),
      { put: { ...keys.caseNumber(core.case_number), case_id: core.id, deleted_at: now.toISOString() } },
    ],
    changeCustomers: (before: CaseRecord, customers: CaseCustomers, now: Date): Write => ({
      ...changeCore(before, { customers }, now),
      refused: () => new WriteConflictError(),
    }),
  };
};

export type Cases = ReturnType<typeof createCaseRepository>;
export const caseScans = {
  grants: ['table:lists', 'table:records-read', 'table:home-names'],
  in: (table, keys): Pick<Cases, 'walk' | 'requireCore'> => createCaseRepository(table, keys),
} as const satisfies Repository;
/** Identifies the person of a case and reads nothing else. */
export const caseHeaders = {
  grants: ['table:records-read'],
  in: (table, keys): Pick<Cases, 'requireCore'> => createCaseRepository(table, keys),
} as const satisfies Repository;
export const cases = {
  grants: ['table:cases', 'table:lists', 'table:home-names'],
  in: createCaseRepository,
} as const satisfies Repository;

const attachmentsIn = (table: Table, keys: Keys) => ({
  async hasAny(caseId: string): Promise<boolean> {
    const found = await Promise.all(
      [keys.papers(caseId), keys.envelopesOfCase(caseId)].map((pk) => table.query({ pk, limit: 1, only: ['sk'] })),
    );
    return found.some(({ length }) => length > 0);
  },
});
export type Attachments = ReturnType<typeof attachmentsIn>;

export const attachments = { grants: ['table:case-attachments'], in: attachmentsIn } as const satisfies Repository;
