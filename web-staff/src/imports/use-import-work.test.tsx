// @vitest-environment happy-dom
import { QueryClientProvider, type QueryKey } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import type { Import } from '#domain/imports/import.schema.ts';
import { createQueryClient } from '../api/cache.ts';
import { calendarKeys } from '../calendar/keys.ts';
import { caseKeys } from '../cases/keys.ts';
import { customerKeys } from '../customers/keys.ts';
import { deadlineKeys } from '../deadlines/keys.ts';
import { useImportWork } from './import-page.tsx';

const customers = customerKeys.list({});
const amongCases = [caseKeys.list({}), caseKeys.queues, deadlineKeys.list({}), calendarKeys.overview({})];
const all: QueryKey[] = [customers, ...amongCases];

it.each([
  { kind: 'customers', state: 'ready', read: [] },
  { kind: 'customers', state: 'done', read: [customers] },
  { kind: 'customers', state: 'undone', read: [customers] },
  { kind: 'cases', state: 'done', read: all },
  { kind: 'cases', state: 'undone', read: all },
] as const)('refreshes lists after an import of $kind is $state', async ({ kind, state, read }) => {
  const client = createQueryClient();
  for (const key of all) client.setQueryData(key, {});
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(useImportWork, { wrapper });
  const so = { id: 'i', kind, state } as Import;
  await act(() => result.current.start(async ({ onProgress }) => onProgress(so)));
  expect(all.filter((key) => client.getQueryState(key)?.isInvalidated)).toEqual(read);
});
