import * as z from 'zod';
import { CareSubject, type CaseCustody, CustodyEntry } from '#domain/care/care.schema.ts';
import { stateOf } from '#domain/care/custody.ts';
import { notFound } from '#domain/shared/contract/errors.ts';
import { caseExistsCheck } from '#functions/cases/repository/case-part.ts';
import { casesList } from '#functions/cases/repository/case-rows.ts';
import type { Keys } from '#functions/platform/store/keys.ts';
import { rowsOf } from '#functions/platform/store/lists/search-tokens.ts';
import type { Repository } from '#functions/platform/store/repository.ts';
import { storedSchema } from '#functions/platform/store/stored-schema.ts';
import type { Item, Table, Write } from '#functions/platform/store/table.ts';
import { WriteConflictError } from '#functions/platform/store/transactions/retry-on-conflict.ts';

/** A body or remains with the head of its chain: `number` is that of the last entry. */
export const subjectSchema = storedSchema({
  kind: 'care subject',
  shape: 1,
  schema: CareSubject.omit({ state: true }).extend({
    organization_id: z.string(),
    funeral_home_id: z.string(),
    found_away: z.boolean().default(false),
    ended: z.boolean(),
    created_at: z.string(),
  }),
});
export type SubjectRecord = z.output<typeof subjectSchema.schema>;
type SubjectChain = SubjectRecord & Pick<CaseCustody['subjects'][number], 'entries'>;

/** An entry is put once and never changed. */
export const custodyEntrySchema = storedSchema({ kind: 'custody entry', shape: 1, schema: CustodyEntry });

export const presentSubject = (record: SubjectRecord): CareSubject => ({ ...record, state: stateOf(record) });

/** Only subjects in care are in the index, by when they came. */
const itemOf = (keys: Keys, record: SubjectRecord): Item => ({
  ...subjectSchema.item(keys.careSubject(record.case_id, record.id), record),
  ...(stateOf(record) === 'in_care' ? { gsi1pk: keys.inCare(), gsi1sk: `${record.since}#${record.id}` } : {}),
});

/** The index keys are not part of the record. */
export const subjectOf = ({ gsi1pk: _pk, gsi1sk: _sk, ...item }: Item): SubjectRecord =>
  subjectSchema.parse(item as Item);

const ifNew = { when: 'absent', refused: () => new WriteConflictError() } as const;

export const createCustodyRepository = (table: Table, keys: Keys) => ({
  /** The body's id is that of its case, so that two devices cannot begin two bodies. */
  async subject(caseId: string, id: string): Promise<SubjectRecord | undefined> {
    const item = await table.get(keys.careSubject(caseId, id));
    return item && subjectOf(item);
  },
  async entry(caseId: string, subjectId: string, number: number): Promise<CustodyEntry | undefined> {
    return number > 0 ? custodyEntrySchema.find(table, keys.custodyEntry(caseId, subjectId, number)) : undefined;
  },
  async ofCase(caseId: string): Promise<{ subjects: SubjectChain[]; entries: CustodyEntry[] }> {
    const items = await table.query({ pk: keys.custody(caseId) });
    const of = (prefix: string): Item[] => items.filter(({ sk }) => sk.startsWith(prefix));
    const entries = of('ENTRY#').map((item) => custodyEntrySchema.parse(item));
    const subjects = of('SUBJECT#')
      .map(subjectOf)
      .map((subject) => ({ ...subject, entries: entries.filter(({ subject_id }) => subject_id === subject.id) }))
      .sort((a, b) => a.created_at.localeCompare(b.created_at) || a.part - b.part);
    return { subjects, entries };
  },
  async byTag(tag: string): Promise<SubjectRecord | undefined> {
    const found = await table.get(keys.careTag(tag));
    return found && this.subject(String(found.case_id), String(found.subject_id));
  },
  /** Everybody in care, who came first first, as stored now. */
  async inCare(): Promise<SubjectRecord[]> {
    const found = await table.query({ pk: keys.inCare(), index: 'gsi1' });
    // The index lags, and a count must not miss the latest move.
    return (await table.getAll(found)).map(subjectOf).filter((record) => stateOf(record) === 'in_care');
  },
  caseRows: (ids: readonly string[]) => rowsOf(table, keys, casesList, [...new Set(ids)]),
  caseExists: (id: string): Write => caseExistsCheck(keys, id),
  /** A tag or subject that another call made fails with {@link WriteConflictError}. */
  begin: (record: SubjectRecord): Write[] => [
    { put: itemOf(keys, record), ...ifNew },
    { put: { ...keys.careTag(record.tag), case_id: record.case_id, subject_id: record.id }, ...ifNew },
  ],
  /** Moves the head from the number before; throws {@link WriteConflictError} if another entry came first. */
  advance: (before: SubjectRecord, next: SubjectRecord): Write => ({
    put: itemOf(keys, next),
    when: { equals: { number: before.number } },
    refused: (current) => (current ? new WriteConflictError() : notFound()),
  }),
  addEntry: (caseId: string, entry: CustodyEntry): Write => ({
    put: custodyEntrySchema.item(keys.custodyEntry(caseId, entry.subject_id, entry.number), entry),
    ...ifNew,
  }),
});
export const custody = {
  grants: ['table:care', 'table:case-rows'],
  in: createCustodyRepository,
} as const satisfies Repository;
