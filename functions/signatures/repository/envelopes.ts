import type * as z from 'zod';
import { notFound } from '#domain/shared/contract/errors.ts';
import type { EnvelopeQuery } from '#domain/signatures/envelope.schema.ts';
import {
  awaitingStatuses,
  type EnvelopeStatus,
  envelopeStatuses,
  isAwaitingSigners,
  isOpenRequest,
} from '#domain/signatures/envelope-status.ts';
import { caseExistsCheck } from '#functions/cases/repository/case-part.ts';
import { exclusiveStart, orderKey } from '#functions/platform/store/key-format.ts';
import { type Keys, keysOf, sharedKeys } from '#functions/platform/store/keys.ts';
import { maxCounted, pageOfList, pageOfSearch } from '#functions/platform/store/lists/list-page.ts';
import { oldestFirst, searchFor } from '#functions/platform/store/lists/search-tokens.ts';
import { ifUnchanged, type Repository } from '#functions/platform/store/repository.ts';
import { type Item, prefixEnd, type Table, type Write } from '#functions/platform/store/table.ts';
import { WriteConflictError } from '#functions/platform/store/transactions/retry-on-conflict.ts';
import {
  type EnvelopeListRow,
  type EnvelopeRecord,
  envelopeSchema,
  envelopesList,
  submissionOwnerSchema,
} from './envelope-record.ts';

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
  ordering?: z.output<typeof EnvelopeQuery>['ordering'];
  page: number;
  pageSize: number;
}

interface RowsAsked {
  home: string | undefined;
  ascending: boolean;
  upTo: number;
  from?: string;
}

const byTime = (a: EnvelopeListRow, b: EnvelopeListRow): number =>
  orderKey(a.created_at, a.id) < orderKey(b.created_at, b.id) ? -1 : 1;

/** Not waiting for signers, but for someone to send it, or to send another. */
const unresolvedStatuses: readonly EnvelopeStatus[] = ['draft', 'declined', 'expired'];
const needsStaff = (status: EnvelopeStatus): boolean => unresolvedStatuses.includes(status);
const isOther = (status: EnvelopeStatus): boolean => !isAwaitingSigners(status) && !needsStaff(status);
const otherStatuses = envelopeStatuses.filter(isOther);

/** Puts those that wait for signers first, the longest wait at the top, then those for staff; `rows` are the newest first. */
const waitingFirst = <Row extends { status: EnvelopeStatus }>(rows: readonly Row[]): Row[] => [
  ...rows.filter(({ status }) => isAwaitingSigners(status)).toReversed(),
  ...rows.filter(({ status }) => needsStaff(status)),
  ...rows.filter(({ status }) => isOther(status)),
];

/** A request is sent within 90 days of its creation, and is open for 30 days after it ended. */
const longestOpenDays = 120;

export const createEnvelopeRepository = (table: Table, keys: Keys) => {
  const findAll = async (ids: readonly string[]): Promise<EnvelopeRecord[]> => {
    const items = await table.getAll(ids.map((id) => keys.envelope(id)));
    const byId = new Map(items.map((item) => [item.id, envelopeOf(item)]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  };
  /** Returns the rows of some statuses in one order, the first `upTo`, and the number of all. */
  const rowsOfStatuses = async (statuses: readonly EnvelopeStatus[], { home, ascending, upTo, from }: RowsAsked) => {
    const request = { sort: 'created', ascending, ranges: [{ from }], page: 1, pageSize: upTo };
    const pages = await Promise.all(
      statuses.map((status) => pageOfList(table, keys, envelopesList, { ...request, filters: { home, status } })),
    );
    const rows = pages.flatMap((page) => page.rows).sort((a, b) => (ascending ? byTime(a, b) : byTime(b, a)));
    return { count: pages.reduce((sum, { count }) => sum + count, 0), rows: rows.slice(0, upTo) };
  };
  const pageWaitingFirst = async (home: string | undefined, page: number, pageSize: number) => {
    const upTo = page * pageSize;
    const groups = await Promise.all([
      rowsOfStatuses(awaitingStatuses, { home, ascending: true, upTo }),
      rowsOfStatuses(unresolvedStatuses, { home, ascending: false, upTo }),
      rowsOfStatuses(otherStatuses, { home, ascending: false, upTo }),
    ]);
    const rows = groups.flatMap((group) => group.rows).slice(upTo - pageSize, upTo);
    return { count: groups.reduce((sum, { count }) => sum + count, 0), isExact: true, rows };
  };
  const idsOfCase = async (caseId: string): Promise<string[]> => {
    const between = ['ENVELOPE#', prefixEnd('ENVELOPE#')] as const;
    const entries = await table.query({ pk: keys.envelopesOfCase(caseId), between });
    return entries.map(({ sk }) => String(sk).slice('ENVELOPE#'.length));
  };
  /** Keeps the last envelope of each case; a later one that is not among them replaces it. */
  const lastOfCases = async (records: readonly EnvelopeRecord[]): Promise<EnvelopeRecord[]> => {
    const known = new Set(records.map(({ id }) => id));
    const ids = await Promise.all([...new Set(records.map(({ case_id }) => case_id))].map(idsOfCase));
    const others = await findAll(ids.flat().filter((id) => !known.has(id)));
    const last = new Map<string, EnvelopeRecord>();
    for (const record of [...records, ...others].filter(({ deleted }) => deleted === null).sort(byTime))
      last.set(record.case_id, record);
    return records.filter((record) => last.get(record.case_id) === record);
  };
  /** Returns the requests that may be open, newest first; a row does not tell when it was sent. */
  const maybeOpen = async ({ search, home, status }: ListQuery, now: Date): Promise<EnvelopeRecord[]> => {
    const from = new Date(now.getTime() - longestOpenDays * 24 * 3_600_000).toISOString();
    const asked = (of: readonly EnvelopeStatus[]) => of.filter((one) => !status || one === status);
    const all = { home, ascending: false, upTo: maxCounted };
    const filters = { home, status };
    const pages = search
      ? [
          await pageOfSearch(table, keys, envelopesList, {
            ...searchFor(search),
            filters,
            page: 1,
            pageSize: maxCounted,
          }),
        ]
      : await Promise.all([
          rowsOfStatuses(asked(['draft', ...awaitingStatuses]), all),
          rowsOfStatuses(asked(['declined', 'expired']), { ...all, from }),
        ]);
    const rows = pages.flatMap((page) => page.rows).sort((a, b) => byTime(b, a));
    return findAll(rows.map(({ id }) => id));
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
      const found = await findAll(await idsOfCase(caseId));
      return found.sort((a, b) => (a.created_at < b.created_at ? 1 : -1));
    },
    /** Returns a page of the list with complete envelopes. */
    async list({ search, home, status, ordering, page, pageSize }: ListQuery) {
      const request = { filters: { home, status }, page, pageSize };
      const isWaitingFirst = ordering === 'waiting';
      const ascending = isWaitingFirst ? status !== undefined && isAwaitingSigners(status) : ordering === 'created_at';
      const inOrder = isWaitingFirst ? { sorted: waitingFirst } : oldestFirst(ascending);
      const found = await (search
        ? pageOfSearch(table, keys, envelopesList, { ...request, ...searchFor(search), ...inOrder })
        : isWaitingFirst && !status
          ? pageWaitingFirst(home, page, pageSize)
          : pageOfList(table, keys, envelopesList, { ...request, sort: 'created', ascending }));
      const records = await findAll(found.rows.map(({ id }) => id));
      return { ...found, rows: records.filter(({ deleted }) => deleted === null) };
    },
    /** Returns a page of the requests that may need a person, each the last one of its case. */
    async open(query: ListQuery, now: Date) {
      const { ordering, page, pageSize } = query;
      const last = await lastOfCases(await maybeOpen(query, now));
      const open = last.filter((record) => isOpenRequest(record, now));
      const inOrder =
        ordering === 'created_at' ? open.toReversed() : ordering === 'waiting' ? waitingFirst(open) : open;
      return { count: open.length, rows: inOrder.slice((page - 1) * pageSize, page * pageSize) };
    },
    /** Creates it in an existing case. Throws {@link WriteConflictError}, or 404 without the case. */
    create: (record: EnvelopeRecord): Write[] => [
      { put: itemOf(keys, record), when: 'absent', refused: () => new WriteConflictError() },
      { put: { ...keys.envelopeOfCase(record.case_id, record.id) }, when: 'absent' },
      caseExistsCheck(keys, record.case_id),
    ],
    /** Writes `next` unless `before` changed; throws {@link WriteConflictError}. */
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

export const envelopesReadOnly = {
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
