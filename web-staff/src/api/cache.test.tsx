// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider, type QueryKey, QueryObserver } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { caseEndpoints } from '#domain/cases/case.endpoints.ts';
import { presentCase } from '#domain/cases/present-case.ts';
import { exampleCore } from '#domain/cases/testing/example-case.ts';
import type { Call } from '#domain/shared/contract/client.ts';
import { calendarKeys } from '../calendar/keys.ts';
import { caseKeys } from '../cases/keys.ts';
import { useRecordCopies } from '../certificates/parts/certificate-part.tsx';
import { customerKeys } from '../customers/keys.ts';
import { deadlineKeys } from '../deadlines/keys.ts';
import { useConvertFirstCall } from '../first-calls/mutations.ts';
import { useConvertToCase, useDeleteSubmission } from '../intake/mutations.ts';
import {
  useAssignInsurance,
  useCorrectPayment,
  useRecordPayment,
  useRefund,
  useVoidPayment,
} from '../payments/mutations.ts';
import { useAddPermit, useDeletePermit, useUpdatePermit } from '../permits/mutations.ts';
import { reportKeys } from '../reports/keys.ts';
import { ApiContext } from './api-context.ts';
import { createQueryClient, dropRows, listsFollowMs, showRecord, showRow } from './cache.ts';

interface Mutation {
  mutateAsync: (sent: never) => Promise<unknown>;
}
type Changed = [what: string, use: () => Mutation, sent: unknown];

const { id } = exampleCore;
const call = (async (row: unknown) =>
  row === caseEndpoints.get
    ? presentCase(exampleCore, {})
    : { case_id: id, case_number: exampleCore.case_number }) as unknown as Call;
const cases = caseKeys.list({});
const noCases = { count: 0, next: null, previous: null, results: [] };

const change = async (use: () => Mutation, sent: unknown, keys: readonly QueryKey[]) => {
  const client = createQueryClient();
  for (const key of keys) client.setQueryData(key, noCases);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <ApiContext value={call}>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </ApiContext>
  );
  const { result } = renderHook(use, { wrapper });
  await result.current.mutateAsync(sent as never);
  return { client, stillFresh: keys.filter((key) => !client.getQueryState(key)?.isInvalidated) };
};

const permits: Changed[] = [
  ['added', () => useAddPermit(id), { body: {}, idempotencyKey: 'key' }],
  ['changed', () => useUpdatePermit(id), { permitId: 'permit', body: {} }],
  ['deleted', () => useDeletePermit(id), 'permit'],
];
const conversions: Changed[] = [
  ['a report', () => useConvertToCase('report'), { number: '', idempotencyKey: 'key' }],
  ['a first call', () => useConvertFirstCall('sheet'), {}],
];
const entry = { id: 'payment', kind: 'refund', body: { reason: 'twice' }, reason: 'twice', idempotencyKey: 'key' };
const payments: Changed[] = [
  ['recorded', () => useRecordPayment(id), entry],
  ['corrected', () => useCorrectPayment(id), entry],
  ['given back', () => useRefund(id), entry],
  ['voided', () => useVoidPayment(id), entry],
];
const counted: Changed[] = [
  ['a payment', () => useRecordPayment(id), { body: {}, idempotencyKey: 'key' }],
  ['an assignment', () => useAssignInsurance(id), { body: {}, idempotencyKey: 'key' }],
  ['copies', () => useRecordCopies(id), { body: {}, idempotencyKey: 'key' }],
  ['a submission', () => useDeleteSubmission('submission'), undefined],
];

describe('outdated', () => {
  it.each(permits)('invalidates the case and due deadlines after a permit was %s', async (_, use, sent) => {
    const keys = [caseKeys.one(id), deadlineKeys.list({}), deadlineKeys.ofCase(id)];
    expect((await change(use, sent, keys)).stillFresh).toEqual([]);
  });

  it.each(conversions)('invalidates lists of cases after %s became one', async (_, use, sent) => {
    const keys = [cases, caseKeys.queues, deadlineKeys.list({}), calendarKeys.overview({}), customerKeys.list({})];
    expect((await change(use, sent, keys)).stillFresh).toEqual([]);
  });

  it.each(payments)('invalidates lists of cases after a payment was %s', async (_, use, sent) => {
    const keys = [caseKeys.list({ status: 'active' }), customerKeys.list({})];
    expect((await change(use, sent, keys)).stillFresh).toEqual([]);
  });

  it.each(counted)('keeps old figures until they are read again after %s', async (_, use, sent) => {
    const home = { organization_id: 'o', role: 'super_admin', funeral_home_details: { id: 'home' } } as const;
    const figures = reportKeys.dashboard(home);
    const { client, stillFresh } = await change(use, sent, [figures]);
    expect(stillFresh).toEqual([]);
    expect(client.getQueryData(figures)).toBeDefined();
  });
});

interface Row {
  id: string;
  name: string;
  status: string;
}
const rowOf = (id: string, changes: Partial<Row> = {}): Row => ({ id, name: id, status: 'new', ...changes });
const lists = ['rows', 'list'];

describe('cached list rows', () => {
  let client: QueryClient;
  /** The server's lists follow a change after its response. */
  let listed: Row[];
  let requests: number;
  beforeEach(() => {
    vi.useFakeTimers();
    client = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } });
    listed = ['a', 'b', 'c'].map((id) => rowOf(id));
    requests = 0;
  });
  afterEach(() => {
    client.clear();
    vi.useRealTimers();
  });

  /** Returns the content of the page, count first. */
  const open = async (query: { status?: string } = {}) => {
    const answer = async () => {
      requests++;
      const results = listed.filter(({ status }) => !query.status || status === query.status);
      return { count: results.length, next: null, previous: null, results };
    };
    const observer = new QueryObserver(client, { queryKey: [...lists, query], queryFn: answer });
    observer.subscribe(() => undefined);
    await vi.advanceTimersByTimeAsync(0);
    return () => {
      const { count, results = [] } = observer.getCurrentResult().data ?? {};
      return [count, ...results.map(({ name }) => name)];
    };
  };

  it('disappear at once when deleted, and are not restored by old responses', async () => {
    const shown = await open();
    dropRows(client, lists, ['b']);
    expect(shown()).toEqual([2, 'a', 'c']);
    await vi.advanceTimersByTimeAsync(listsFollowMs - 1);
    expect(shown()).toEqual([2, 'a', 'c']);
    listed = [rowOf('a'), rowOf('c'), rowOf('d')];
    await vi.advanceTimersByTimeAsync(1);
    expect(shown()).toEqual([3, 'a', 'c', 'd']);
  });

  it('show a change at once, whatever an earlier read returns', async () => {
    const shown = await open();
    void client.refetchQueries({ queryKey: lists });
    showRow(client, lists, rowOf('b', { name: 'Bea' }));
    await vi.advanceTimersByTimeAsync(0);
    expect(shown()).toEqual([3, 'a', 'Bea', 'c']);
  });

  it('show the last of several changes until the lists follow', async () => {
    const shown = await open();
    showRow(client, lists, rowOf('b', { name: 'Bea' }));
    await vi.advanceTimersByTimeAsync(listsFollowMs - 1);
    showRow(client, lists, rowOf('b', { name: 'Bee' }));
    await vi.advanceTimersByTimeAsync(listsFollowMs - 1);
    expect([requests, ...shown()]).toEqual([1, 3, 'a', 'Bee', 'c']);
  });

  it("leave the list of the old status, and the new one's is read again", async () => {
    const [fresh, done] = [await open({ status: 'new' }), await open({ status: 'done' })];
    listed = [rowOf('a'), rowOf('b', { status: 'done' }), rowOf('c')];
    showRow(client, lists, rowOf('b', { status: 'done' }));
    expect(fresh()).toEqual([2, 'a', 'c']);
    await vi.advanceTimersByTimeAsync(0);
    expect(done()).toEqual([1, 'b']);
  });

  it('reads new rows at once, and again when the lists follow', async () => {
    const shown = await open();
    showRow(client, lists, rowOf('d'));
    await vi.advanceTimersByTimeAsync(0);
    expect([requests, ...shown()]).toEqual([2, 3, 'a', 'b', 'c']);
    listed = [rowOf('d'), ...listed];
    await vi.advanceTimersByTimeAsync(listsFollowMs);
    expect([requests, ...shown()]).toEqual([3, 4, 'd', 'a', 'b', 'c']);
  });
});

describe('cached record', () => {
  const key = ['records', 'one', 'a'];
  const [before, saved] = [
    { version: 1, name: 'Before' },
    { version: 2, name: 'Saved' },
  ];

  it.each([
    ['known before', before],
    ['read for the first time', undefined],
  ])('shows the saved one, whatever an earlier read returns: %s', async (_, known) => {
    const client = new QueryClient();
    if (known) client.setQueryData(key, known, { updatedAt: 1 });
    const answer = Promise.withResolvers<typeof before>();
    const read = client.fetchQuery({ queryKey: key, queryFn: () => answer.promise }).catch(() => undefined);
    showRecord(client, key, saved);
    answer.resolve(before);
    await read;
    expect(client.getQueryData(key)).toEqual(saved);
  });

  it('keeps the newest of reordered responses, the later one of equal versions', () => {
    const client = new QueryClient();
    showRecord(client, key, saved);
    showRecord(client, key, before);
    expect(client.getQueryData(key)).toEqual(saved);
    showRecord(client, key, { ...saved, name: 'Saved, and moved' });
    expect(client.getQueryData(key)).toMatchObject({ name: 'Saved, and moved' });
  });
});
