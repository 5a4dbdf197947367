import type { CaseRow, CaseStatus } from '#domain/cases/case.schema.ts';
import { type CaseNumbering, countingYear, formatCaseNumber } from '#domain/cases/case-number.ts';
import { AppError, notFound } from '#domain/contract/errors.ts';
import type { Keys } from '#functions/store/keys.ts';
import { byTime, type Listed, listAttributes, listWrites, rowIn, searchWords } from '#functions/store/listing.ts';
import { ChangedMeanwhile } from '#functions/store/on-current.ts';
import { pageOfList } from '#functions/store/pages.ts';
import type { Repository } from '#functions/store/repository.ts';
import type { Item, Table, Write } from '#functions/store/table.ts';
import type { CaseFacts } from './customer-record.ts';

export interface CaseRecord {
  id: string;
  organization_id: string;
  case_number: string;
  status: CaseStatus;
  version: number;
  created_at: string;
  updated_at: string;
  created_by_name: string | null;
  funeral_home_id: string;
  funeral_home_name: string;
  source_submission_id: string | null;
  ssn_id: string | null;
  ssn_last4: string | null;
  /** What was received so far; absent before the first payment. */
  paid_cents?: number;
}

/** Section id → its fields. Each section is an item with a version of its own. */
export type CaseSections = Record<string, Record<string, unknown>>;

export interface StoredCase {
  core: CaseRecord;
  sections: Record<string, { version: number; values: Record<string, unknown> }>;
}

/** Thrown when the number that was to be taken is taken. */
export class NumberTaken extends AppError {
  constructor() {
    super('conflict', { fields: { case_number_manual_override: ['This case number is already in use'] } });
  }
}

const casesList = 'cases';

const words = (values: Record<string, unknown> | undefined, ...fields: string[]): string =>
  fields
    .map((field) => values?.[field])
    .filter((value) => typeof value === 'string' && value !== '')
    .join(' ');

/** The deceased's name as one line. */
export const deceasedName = (sections: CaseSections): string =>
  words(sections.deceased, 'deceased_first_name', 'deceased_middle_name', 'deceased_last_name');

/** How a case stands in its list. */
export const listedCase = (core: CaseRecord, sections: CaseSections): Listed => {
  const row: CaseRow = {
    id: core.id,
    case_number: core.case_number,
    status: core.status,
    created_at: core.created_at,
    deceased_full_name: deceasedName(sections),
    date_of_birth: words(sections.deceased, 'date_of_birth'),
    date_of_death: words(sections.deceased, 'date_of_death'),
    service_type: words(sections.service, 'service_type'),
    service_date: words(sections.service, 'service_date'),
    informant_name: words(sections.informant, 'informant_name'),
    funeral_home_id: core.funeral_home_id,
    funeral_home_name: core.funeral_home_name,
  };
  const place = byTime(core.created_at);
  return {
    list: casesList,
    id: core.id,
    row,
    views: [
      { index: 'gsi1', name: 'all', ...place },
      { index: 'gsi2', name: `status=${core.status}`, ...place },
      { index: 'gsi3', name: `home=${core.funeral_home_id}`, ...place },
      { index: 'gsi4', name: `home=${core.funeral_home_id}&status=${core.status}`, ...place },
    ],
    words: searchWords(core.case_number, row.deceased_full_name, row.informant_name, words(sections.deceased, 'alias')),
  };
};

/** What the case's customers show of it. */
export const caseFacts = (core: CaseRecord, sections: CaseSections): CaseFacts => ({
  case_number: core.case_number,
  deceased_full_name: deceasedName(sections),
  status: core.status,
  service_date: words(sections.service, 'service_date'),
  paid_cents: core.paid_cents ?? 0,
});

/** The record without what the table keeps beside it. */
const recordOf = ({ pk, sk, row, gsi1pk, gsi1sk, gsi2pk, gsi2sk, gsi3pk, gsi3sk, gsi4pk, gsi4sk, ...record }: Item) =>
  record as unknown as CaseRecord;

export const casesIn = (table: Table, keys: Keys) => ({
  async require(id: string): Promise<StoredCase> {
    const items = await table.query({ pk: keys.caseItems(id) });
    const core = items.find(({ sk }) => sk === 'CASE');
    if (!core) throw notFound();
    const sections = items.flatMap((item) =>
      item.sk.startsWith('SECTION#')
        ? [[item.sk.slice(8), { version: Number(item.version), values: item.values }] as const]
        : [],
    );
    return { core: recordOf(core), sections: Object.fromEntries(sections) as StoredCase['sections'] };
  },
  /** The core alone, for what needs no section. */
  async requireCore(id: string): Promise<CaseRecord> {
    const item = await table.get(keys.case(id));
    if (!item) throw notFound();
    return recordOf(item);
  },
  /** The list's row of the case with exactly this number, in any case of letters. */
  async rowByNumber(number: string): Promise<CaseRow | undefined> {
    const taken = await table.get(keys.caseNumber(number));
    const item = taken && (await table.get(keys.case(String(taken.case_id))));
    return item && (rowIn(item) as unknown as CaseRow);
  },
  list: (query: { status?: string; home?: string; search?: string; page: number; pageSize: number }) =>
    pageOfList<CaseRow>(table, keys, {
      ...query,
      list: casesList,
      filters: { home: query.home, status: query.status },
      rowMatches: (row) =>
        (!query.status || row.status === query.status) && (!query.home || row.funeral_home_id === query.home),
    }),
  async numberTaken(number: string): Promise<boolean> {
    return (await table.get(keys.caseNumber(number))) !== undefined;
  },
  /** The first free number from the year's counter on. Reading takes nothing. */
  async nextNumber(
    homeId: string,
    year: number,
    numbering: CaseNumbering,
  ): Promise<{ number: string; sequence: number; counter: number }> {
    const counter = Number((await table.get(keys.numbering(homeId, countingYear(numbering, year))))?.last ?? 0);
    for (let sequence = counter + 1; ; sequence++) {
      const number = formatCaseNumber(numbering, year, sequence);
      if (!(await this.numberTaken(number))) return { number, sequence, counter };
    }
  },
  /** Moves the counter of a counting year, unless somebody else moved it first. */
  advance: (homeId: string, year: number, { sequence, counter }: { sequence: number; counter: number }): Write => ({
    update: keys.numbering(homeId, year),
    set: { last: sequence },
    // A counter that was set back to the beginning is there and says 0.
    when: counter === 0 ? { absentOr: { last: 0 } } : { equals: { last: counter } },
    refused: () => new ChangedMeanwhile(),
  }),
  create: (core: CaseRecord, sections: CaseSections): Write[] => {
    const entry = listedCase(core, sections);
    const item: Item = { ...keys.case(core.id), ...core, ...listAttributes(keys, entry) };
    return [
      { put: item, when: 'absent' },
      {
        put: { ...keys.caseNumber(core.case_number), case_id: core.id },
        when: 'absent',
        refused: () => new NumberTaken(),
      },
      ...Object.entries(sections).map(
        ([section, values]): Write => ({
          put: { ...keys.caseSection(core.id, section), version: 1, values },
          when: 'absent',
        }),
      ),
      ...listWrites(keys, undefined, entry),
    ];
  },
});

export type Cases = ReturnType<typeof casesIn>;
export const cases = { grants: ['table:cases', 'table:lists'], in: casesIn } as const satisfies Repository;
/** For the function that reveals: a case's core, and nothing else of it. */
export const caseCores = {
  grants: ['table:ssn-read'],
  in: (table, keys): Pick<Cases, 'requireCore'> => casesIn(table, keys),
} as const satisfies Repository;
