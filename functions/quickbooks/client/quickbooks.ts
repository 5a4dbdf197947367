import * as z from 'zod';
import {
  CompanyInfo,
  type QuickBooksBodies,
  type QuickBooksRecord,
  type QuickBooksType,
  quickBooksRecords,
  type SentType,
} from '#domain/quickbooks/quickbooks-records.ts';
import { cut } from '#domain/shared/values/text.ts';
import { OutcomeUnknownError, PermanentError } from '#functions/platform/store/partners/circuit.ts';
import { type AccessTokens, companyTransport, type QuickBooksApi } from './quickbooks-transport.ts';

export type { AccessTokens, QuickBooksApi };

/** An update must name the record's revision. */
export interface RecordRevision {
  Id: string;
  SyncToken: string;
}

/** The name or number is taken; the caller checks by which record. */
export const duplicateCodes: ReadonlySet<string> = new Set(['6240', '6140']);
const stale = '5010';
const triesOfStale = 3;
const pageSize = 1000;
const maxPages = 10;

const read = <T extends z.ZodType>(schema: T, answer: unknown): z.output<T> => {
  const parsed = schema.safeParse(answer);
  if (!parsed.success) throw new OutcomeUnknownError('answer');
  return parsed.data;
};

/** QuickBooks answers a repeated request id with the first response. Throws a PartnerError with QuickBooks' code. */
export const quickBooksCompany = (settings: QuickBooksApi, realmId: string, tokens: AccessTokens) => {
  const { get, post } = companyTransport(settings, realmId, tokens);
  const readRecord = <T extends QuickBooksType>(type: T, answer: unknown): QuickBooksRecord<T> =>
    read(quickBooksRecords[type], (answer as Record<string, unknown> | null)?.[type]) as QuickBooksRecord<T>;
  const path = (type: QuickBooksType): string => type.toLowerCase();

  const company = {
    realmId,
    async info(): Promise<CompanyInfo> {
      return read(z.object({ CompanyInfo }), await get(`companyinfo/${encodeURIComponent(realmId)}`)).CompanyInfo;
    },
    read: async <T extends QuickBooksType>(type: T, id: string): Promise<QuickBooksRecord<T> | undefined> => {
      try {
        return readRecord(type, await get(`${path(type)}/${encodeURIComponent(id)}`));
      } catch (error) {
        if (error instanceof PermanentError && error.message === '610') return undefined;
        throw error;
      }
    },
    /** Returns a page of records for `where` (query language; `''` for all), starting at position 1. */
    async page<T extends QuickBooksType>(type: T, where: string, from = 1, most = pageSize, order = 'Id') {
      const query = `SELECT * FROM ${type}${where && ` WHERE ${where}`} ORDERBY ${order} STARTPOSITION ${from} MAXRESULTS ${most}`;
      const { QueryResponse } = read(
        z.object({ QueryResponse: z.record(z.string(), z.unknown()) }),
        await get('query', { query }),
      );
      return read(z.array(quickBooksRecords[type]), QueryResponse[type] ?? []) as QuickBooksRecord<T>[];
    },
    async all<T extends QuickBooksType>(type: T, where = ''): Promise<QuickBooksRecord<T>[]> {
      const found: QuickBooksRecord<T>[] = [];
      for (let pages = 0; pages < maxPages; pages += 1) {
        const page = await company.page(type, where, found.length + 1);
        found.push(...page);
        if (page.length < pageSize) return found;
      }
      throw new OutcomeUnknownError('pages');
    },
    async count(type: QuickBooksType, where: string): Promise<number> {
      const query = `SELECT count(*) FROM ${type}${where && ` WHERE ${where}`}`;
      const Counted = z.object({ QueryResponse: z.object({ totalCount: z.number().default(0) }) });
      return read(Counted, await get('query', { query })).QueryResponse.totalCount;
    },
    create: async <T extends SentType>(type: T, body: QuickBooksBodies[T], requestid: string) =>
      readRecord(type, await post(path(type), body, { requestid })),
    /** Changes the fields in `body`; after a conflict again, unless `assertMayUpdate` rejects the new state. */
    async update<T extends SentType>(
      type: T,
      revision: RecordRevision,
      body: Partial<QuickBooksBodies[T]>,
      requestid: string,
      assertMayUpdate: (current: QuickBooksRecord<T>) => void = () => {},
    ): Promise<QuickBooksRecord<T>> {
      let { Id, SyncToken } = revision;
      for (let tries = 1; ; tries += 1) {
        try {
          // Another revision is another request: the first response would be repeated.
          const id = tries === 1 ? requestid : cut(`${requestid}-${SyncToken}`, 50);
          return readRecord(type, await post(path(type), { ...body, Id, SyncToken, sparse: true }, { requestid: id }));
        } catch (error) {
          if (!(error instanceof PermanentError) || error.message !== stale || tries === triesOfStale) throw error;
          const current = await company.read(type, Id);
          if (!current) throw new PermanentError('610');
          assertMayUpdate(current);
          SyncToken = current.SyncToken;
        }
      }
    },
    /** Removes the amounts of an invoice or payment; the record stays. */
    async void<T extends 'Invoice' | 'Payment'>(type: T, { Id, SyncToken }: RecordRevision, requestid: string) {
      const how: Record<string, string> =
        type === 'Payment' ? { operation: 'update', include: 'void' } : { operation: 'void' };
      const body = { Id, SyncToken, ...(type === 'Payment' && { sparse: true }) };
      return readRecord(type, await post(path(type), body, { ...how, requestid }));
    },
    report: (name: 'ProfitAndLoss' | 'AgedReceivables', query: Record<string, string>): Promise<unknown> =>
      get(`reports/${name}`, query),
  };
  return company;
};
export type QuickBooksCompany = ReturnType<typeof quickBooksCompany>;
