// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { ApiContext } from '../../api/api-context.ts';
import { createQueryClient } from '../../api/query-client.ts';
import { answering } from '../../testing/render-page.tsx';
import { useRecordCopies } from '../certificates/copies.ts';
import { useAssignInsurance } from '../money-to-come/mutations.ts';
import { useRecordPayment } from '../payments/mutations.ts';
import { useDeleteSubmission } from '../submissions/mutations.ts';
import { insightKeys } from './keys.ts';

const figures = insightKeys.dashboard({
  organization_id: 'o',
  role: 'super_admin',
  funeral_home_details: { id: 'home' },
});
const call = answering({
  'POST /api/services/payments/': () => ({}),
  'POST /api/services/cases/{id}/insurance-assignments/': () => ({}),
  'POST /api/services/cases/{id}/certificate_copies/': () => ({}),
  'DELETE /api/forms/submissions/{id}/': () => ({}),
});

describe('figures in the cache', () => {
  it.each([
    ['a payment', () => useRecordPayment('case')],
    ['an assignment', () => useAssignInsurance('case')],
    ['copies', () => useRecordCopies('case')],
    ['a submission', () => useDeleteSubmission('submission')],
  ] as const)('are read anew after %s was changed here, and stand until then', async (_, use) => {
    const client = createQueryClient();
    client.setQueryData(figures, { figures: [] });
    const wrapper = ({ children }: { children: ReactNode }) => (
      <ApiContext value={call}>
        <QueryClientProvider client={client}>{children}</QueryClientProvider>
      </ApiContext>
    );
    const { result } = renderHook(use as () => ReturnType<typeof useRecordPayment>, { wrapper });
    expect(client.getQueryState(figures)?.isInvalidated).toBe(false);
    await result.current.mutateAsync({ body: {} as never, idempotencyKey: 'key' });
    expect(client.getQueryState(figures)).toMatchObject({ isInvalidated: true, data: { figures: [] } });
  });
});
