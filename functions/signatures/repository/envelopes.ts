import { notFound } from '#domain/shared/contract/errors.ts';
import type { EnvelopeStatus } from '#domain/signatures/envelope-status.ts';
import { caseExistsCheck } from '#functions/cases/repository/case-exists-check.ts';
import { exclusiveStart } from '#functions/platform/store/key-format.ts';
import { type Keys, keysOf, sharedKeys } from '#functions/platform/store/keys.ts';
import { pageOfList, pageOfSearch } from '#functions/platform/store/lists/list-page.ts';
import { ifUnchanged, type Repository } from '#functions/platform/store/repository.ts';
import { oldestFirst, searchFor } from '#functions/platform/store/search-for.ts';
import { type Item, prefixEnd, type Table, type Write } from '#functions/platform/store/table.ts';
import { WriteConflict } from '#functions/platform/store/transactions/retry-on-conflict.ts';
import { type EnvelopeRecord, envelopeSchema, submissionOwnerSchema } from './envelope-record.ts';
import { envelopesList } from './envelope-rows.ts';

export type { EnvelopeRecord } from './envelope-record.ts';

const itemOf = (keys: Keys, record: EnvelopeRecord): Item => ({
  ...envelopeSchema.item(keys.envelope(record.id), record),
  // Only envelopes that are polled are in the index.
  ...(record.check_at === null ? {} : { gsi1pk: sharedKeys.envelopesOpen, gsi1sk: `${record.check_at}#${record.id}` }),
});

/** The index keys are not part of the record. */
export const envelopeOf = ({ gsi1pk: _pk, gsi1sk: _sk, ...item }: Item): EnvelopeRecord =>
  envelopeSchema.parse(item as Item);

interface ListQuery {
  search?: string | undefined;
  home?: string | undefined;
  status?: EnvelopeStatus | undefined;
  ascending: boolean;
  page: number;
  pageSize: number;
}

export const createEnvelopeRepository = (table: Table, keys: Keys) => {
  const findAll = async (ids: readonly string[]): Promise<EnvelopeRecord[]> => {
    const items = await table.getAll(ids.map((id) => keys.envelope(id)));
    const byId = new Map(items.map((item) => [item.id, envelopeOf(item)]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  };
  return {
    async find(id: string): Promise<EnvelopeRecord | undefined> {
      const item = await table.get(keys.envelope(id));
      return item && envelopeOf(item);
    },
    /** Throws 404 for a deleted one. */
    async require(id: string): Promise<EnvelopeRecord> {
      const found = await this.find(id);
      if (!found || found.deleted) throw notFound();
      return found;
    },
    /** Returns the envelope of a DocuSeal submission. */
    async bySubmission(docusealId: number): Promise<EnvelopeRecord | undefined> {
      const owner = await table.get(keys.submissionOwner(docusealId));
      return owner && this.find(submissionOwnerSchema.parse(owner).envelope_id);
    },
    async bySubmissions(docusealIds: readonly number[]): Promise<Map<number, EnvelopeRecord>> {
      const numbers = new Map(docusealIds.map((id) => [keys.submissionOwner(id).pk, id]));
      const owners = await table.getAll(docusealIds.map((id) => keys.submissionOwner(id)));
      const owning = owners.map((item) => [numbers.get(String(item.pk)), submissionOwnerSchema.parse(item)] as const);
      const found = await findAll([...new Set(owning.map(([, { envelope_id }]) => envelope_id))]);
      const byId = new Map(found.map((envelope) => [envelope.id, envelope]));
      return new Map(
        owning.flatMap(([id, { envelope_id }]) => {
          const envelope = byId.get(envelope_id);
          return id !== undefined && envelope ? [[id, envelope] as const] : [];
        }),
      );
    },
    /** Includes deleted ones; newest first. */
    async ofCase(caseId: string): Promise<EnvelopeRecord[]> {
      const entries = await table.query({
        pk: keys.envelopesOfCase(caseId),
        between: ['ENVELOPE#', prefixEnd('ENVELOPE#')],
      });
      const found = await findAll(entries.map(({ sk }) => String(sk).slice('ENVELOPE#'.length)));
      return found.sort((a, b) => (a.created_at < b.created_at ? 1 : -1));
    },
    /** Returns a page of the list with complete envelopes. */
    async list({ search, home, status, ascending, page, pageSize }: ListQuery) {
      const request = { filters: { home, status }, page, pageSize };
      const found = await (search
        ? pageOfSearch(table, keys, envelopesList, { ...request, ...searchFor(search), ...oldestFirst(ascending) })
        : pageOfList(table, keys, envelopesList, { ...request, sort: 'created', ascending }));
      const records = await findAll(found.rows.map(({ id }) => id));
      return { ...found, rows: records.filter(({ deleted }) => deleted === null) };
    },
    /** Creates it in an existing case. Throws {@link WriteConflict}, or 404 without the case. */
    create: (record: EnvelopeRecord): Write[] => [
      { put: itemOf(keys, record), when: 'absent', refused: () => new WriteConflict() },
      { put: { ...keys.envelopeOfCase(record.case_id, record.id) }, when: 'absent' },
      caseExistsCheck(keys, record.case_id),
    ],
    /** Writes `next` unless `before` changed; throws {@link WriteConflict}. */
    change: (before: EnvelopeRecord, next: EnvelopeRecord): Write => ({
      put: itemOf(keys, { ...next, version: before.version + 1 }),
      ...ifUnchanged(before),
    }),
    bindSubmission: (envelopeId: string, docusealId: number): Write => ({
      put: submissionOwnerSchema.item(keys.submissionOwner(docusealId), { envelope_id: envelopeId }),
    }),
  };
};

export type Envelopes = ReturnType<typeof createEnvelopeRepository>;
export const envelopes = {
  grants: ['table:envelopes', 'table:lists'],
  in: createEnvelopeRepository,
} as const satisfies Repository;

export const envelopesById = {
  grants: ['table:envelopes'],
  in: (table, keys) => {
    const all = createEnvelopeRepository(table, keys);
    return {
      require: (id: string) => all.require(id),
      bySubmission: (docusealId: number) => all.bySubmission(docusealId),
      bySubmissions: (docusealIds: readonly number[]) => all.bySubmissions(docusealIds),
    };
  },
} as const satisfies Repository;

export const envelopesRead = {
  grants: ['table:envelopes-read'],
  in: (table, keys): Omit<ReturnType<typeof envelopesById.in>, 'bySubmissions'> => envelopesById.in(table, keys),
} as const satisfies Repository;

export interface OpenEnvelope {
  organizationId: string;
  id: string;
  /** Its position in the order of polls. */
  position: string;
}

const openUntil = async (table: Table, until: string, limit: number, behind = ''): Promise<OpenEnvelope[]> => {
  const between = [behind && exclusiveStart(behind), until] as const;
  const found = await table.query({ pk: sharedKeys.envelopesOpen, index: 'gsi1', between, limit });
  return found.flatMap(({ pk, gsi1sk }) => {
    const [, organizationId, id] = /^T#([^#]+)#ENVELOPE#(.+)$/.exec(pk) ?? [];
    return organizationId && id ? [{ organizationId, id, position: String(gsi1sk) }] : [];
  });
};

/** Returns the envelopes to poll by an instant, longest due first, after the position `behind`. */
export const envelopesDue = (table: Table, now: Date, limit: number, behind?: string): Promise<OpenEnvelope[]> =>
  openUntil(table, now.toISOString(), limit, behind);

/** Returns envelopes in which people still have something to do, by next poll. */
export const openEnvelopes = (table: Table, limit: number): Promise<OpenEnvelope[]> => openUntil(table, '9', limit);

/** Returns a position among open envelopes that never changes. */
export const stablePosition = ({ organizationId, id }: Pick<OpenEnvelope, 'organizationId' | 'id'>): string =>
  `${organizationId}#${id}`;

/** Returns the position after which the next run of reminders starts; '' for the first. */
export const reminderCursor = async (table: Table): Promise<string> =>
  String((await table.get(sharedKeys.envelopesReminded))?.place ?? '');
export const remindedUpToItem = (last: OpenEnvelope): Item => ({
  ...sharedKeys.envelopesReminded,
  place: stablePosition(last),
});

/** The envelopes of an organization, for workers. */
export const envelopesOf = (table: Table, organizationId: string): Envelopes =>
  createEnvelopeRepository(table, keysOf(organizationId));
