// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import { presentCase } from '#domain/cases/present-case.ts';
import { exampleCore } from '#domain/cases/testing/example-case.ts';
import type { Permit } from '#domain/permits/permit.endpoints.ts';
import { ApiError } from '#domain/shared/contract/client.ts';
import { answering, renderPage } from '../../testing/render-page.tsx';
import { Toasts } from '../../ui/feedback/toasts.tsx';
import { PermitsPart } from './permits-part.tsx';

const path = '/api/services/cases/{id}/permits/';
const one = `${path}{permitId}/`;
const permit = {
  ...{ id: '0190a000-0000-7000-8000-000000000009', permit_name: 'Cremation permit', permit_number: 'CP-1' },
  ...{ issuing_authority: '', issue_date: null, expiry_date: null, notes: '', returned_date: null, scan: null },
} as Permit;

const unreached = () => Promise.reject(new ApiError(0, 'Network error'));
const failed = () =>
  Promise.reject(
    new ApiError(500, 'Server error', { detail: 'Server error. Please try again later.', request_id: 'r' }),
  );

const draw = (answers: Record<string, () => unknown>, status: Case['status'] = 'active') =>
  renderPage(
    <>
      <Toasts />
      <PermitsPart caseRecord={presentCase({ ...exampleCore, status }, {})} />
    </>,
    {
      call: answering({
        [`GET ${path}`]: () => [permit],
        'GET /api/documents/documents/': () => ({ results: [], count: 0, total_bytes: 0 }),
        'GET /api/customers/funeral-homes/': () => ({ results: [], count: 0 }),
        ...answers,
      }),
    },
  );
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));
const enter = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const add = async () => {
  await press('Add Another Permit');
  enter(/^Permit Name/, 'Transit permit');
  enter(/^Permit Number/, 'T-7');
  await press('Add Permit');
};
const save = async () => {
  await press('Edit Cremation permit');
  enter(/^Permit Number/, 'CP-2');
  await press('Save');
};
const remove = async () => {
  await press('Delete Cremation permit');
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
};
const back = () => press('Mark as returned: Cremation permit');

describe('PermitsPart (D3 §8)', () => {
  it('shows that permits are loading, or failed to load', async () => {
    let fail = (_: Error): void => undefined;
    draw({ [`GET ${path}`]: () => new Promise((_, reject) => (fail = reject)) });
    expect(screen.getByText('Loading case permits...')).toBeTruthy();
    fail(new ApiError(404, 'Gone', { detail: 'Not found.' }));
    expect(await screen.findByText('Failed to load permits')).toBeTruthy();
  });

  it.each([
    ['Failed to add permit. Please try again.', `POST ${path}`, add],
    ['Failed to update permit', `PATCH ${one}`, save],
    ['Failed to update permit', `PATCH ${one}`, back],
    ['Failed to delete permit', `DELETE ${one}`, remove],
  ])('shows %s when offline, and the error of the server: %s', async (words, row, act) => {
    const first = draw({ [row]: unreached });
    await act();
    expect(await screen.findByText(words)).toBeTruthy();
    first.unmount();
    draw({ [row]: () => Promise.reject(new ApiError(409, 'no', { detail: 'Somebody else was first.' })) });
    await act();
    expect(await screen.findByText('Somebody else was first.')).toBeTruthy();
  });

  it('shows that a permit is being added, then that it was added', async () => {
    let answered = (_: unknown): void => undefined;
    draw({ [`POST ${path}`]: () => new Promise((resolve) => (answered = resolve)) });
    await add();
    expect(await screen.findByText('Adding permit...')).toBeTruthy();
    answered(permit);
    expect(await screen.findByText('Permit added successfully!')).toBeTruthy();
    await waitFor(() => expect(screen.queryByText('Adding permit...')).toBeNull());
  });

  it('allows another try after a server error', async () => {
    draw({ [`POST ${path}`]: failed });
    await add();
    expect(await screen.findByText('Server error. Please try again later.')).toBeTruthy();
    await waitFor(() => expect(screen.queryByText('Adding permit...')).toBeNull());
    expect(screen.getByRole('button', { name: 'Add Permit' })).toHaveProperty('disabled', false);
  });

  it('offers no changes in a read-only case', async () => {
    draw({}, 'cancelled');
    expect(await screen.findByText('CP-1')).toBeTruthy();
    expect(screen.queryAllByRole('button')).toEqual([]);
  });
});
