// @vitest-environment happy-dom
import { QueryClientProvider, type QueryKey } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { caseEndpoints } from '#domain/cases/case.endpoints.ts';
import { presentCase } from '#domain/cases/present-case.ts';
import { exampleCore } from '#domain/cases/testing/example-case.ts';
import type { Call } from '#domain/contract/client.ts';
import { ApiContext } from '../api/api-context.ts';
import { createQueryClient } from '../api/query-client.ts';
import { calendarKeys } from './calendar/keys.ts';
import { caseKeys } from './cases/keys.ts';
import { useRecordCopies } from './certificates/copies.ts';
import { customerKeys } from './customers/keys.ts';
import { deadlineKeys } from './deadlines/keys.ts';
import { useConvertFirstCall } from './first-calls/mutations.ts';
import { insightKeys } from './insight/keys.ts';
import { useAssignInsurance } from './money-to-come/mutations.ts';
import { useCorrectPayment, useGiveBack, useRecordPayment, useVoidPayment } from './payments/mutations.ts';
import { useAddPermit, useDeletePermit, useUpdatePermit } from './permits/mutations.ts';
import { useConvertToCase, useDeleteSubmission } from './submissions/mutations.ts';

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

/** Changes something where all of this is cached. */
const change = async (use: () => Mutation, sent: unknown, keys: readonly QueryKey[]) => {
  const client = createQueryClient();
  for (const key of [cases, ...keys]) client.setQueryData(key, noCases);
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
  ['given back', () => useGiveBack(id), entry],
  ['voided', () => useVoidPayment(id), entry],
];
const counted: Changed[] = [
  ['a payment', () => useRecordPayment(id), { body: {}, idempotencyKey: 'key' }],
  ['an assignment', () => useAssignInsurance(id), { body: {}, idempotencyKey: 'key' }],
  ['copies', () => useRecordCopies(id), { body: {}, idempotencyKey: 'key' }],
  ['a submission', () => useDeleteSubmission('submission'), undefined],
];

describe('what follows from a change', () => {
  it.each(permits)('reads the case and what is due again after a permit was %s', async (_, use, sent) => {
    const keys = [caseKeys.one(id), deadlineKeys.list({}), deadlineKeys.ofCase(id)];
    expect((await change(use, sent, keys)).stillFresh).toEqual([]);
  });

  it.each(conversions)('reads what stands among cases again after %s became one', async (_, use, sent) => {
    const keys = [caseKeys.queues, deadlineKeys.list({}), calendarKeys.overview({}), customerKeys.list({})];
    const { client, stillFresh } = await change(use, sent, keys);
    expect(stillFresh).toEqual([]);
    // The case stands in its list at once, whatever a list says that lags.
    await waitFor(() => expect(client.getQueryData(cases)).toMatchObject({ count: 1, results: [{ id }] }));
  });

  it.each(payments)('reads lists of cases again after a payment was %s', async (_, use, sent) => {
    const keys = [caseKeys.list({ status: 'active' }), customerKeys.list({})];
    expect((await change(use, sent, keys)).stillFresh).toEqual([]);
  });

  it.each(counted)('keeps the old figures until they are read again after %s', async (_, use, sent) => {
    const home = { organization_id: 'o', role: 'super_admin', funeral_home_details: { id: 'home' } } as const;
    const figures = insightKeys.dashboard(home);
    const { client, stillFresh } = await change(use, sent, [figures]);
    expect(stillFresh).toEqual([]);
    expect(client.getQueryData(figures)).toBeDefined();
  });
});
