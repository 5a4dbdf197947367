// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import type { FamilyPage } from '#domain/families/family-page.schema.ts';
import type { StaffReview } from '#domain/families/family-review.schema.ts';
import { answering, renderPage, userWith } from '../../testing/render-page.tsx';
import { FamilyReview } from './family-drawer.tsx';

const line = (id: string, label: string, changes: object) => ({
  ...{ id, label, kind: 'text', sent: 'Edwin', now: 'Edwin', corrected: null, state: 'same' },
  ...changes,
});
const corrected = { value: 'Edwyn', text: 'Edwyn' };
const reviewOf = (...lines: object[]) =>
  ({
    ...{ revision: 1, state: 'changed', sent_at: '2026-11-20T10:00:00Z', sent_by_name: 'Marcus Ames' },
    ...{ confirmed: { name: 'Karin', at: '2026-11-21T10:00:00Z' }, lines },
  }) as StaffReview;

const show = (review: StaffReview) => {
  const sent = vi.fn(() => review);
  const path = '/api/services/cases/{id}/family_review/';
  const homes = () => ({ count: 0, next: null, previous: null, results: [] });
  const call = answering({
    ...{ [`GET ${path}`]: () => review, [`POST ${path}`]: sent },
    'GET /api/customers/funeral-homes/': homes,
  });
  const home = userWith('funeral_director').funeral_home;
  const caseRecord = { id: 'case-1', status: 'active', funeral_home_id: home } as unknown as Case;
  renderPage(<FamilyReview caseRecord={caseRecord} page={{ is_open: true } as FamilyPage} canEdit />, { call });
  return sent;
};

const occupation = line('occupation', 'Occupation', { state: 'changed', now: 'Pilot' });

it('asks before it sends facts without the family’s corrections', async () => {
  const sent = show(reviewOf(line('deceased_middle_name', 'Middle name', { corrected, state: 'open' }), occupation));
  const send = await screen.findByRole('button', { name: 'Request new confirmation' });
  // The first action to take is the primary one.
  expect(screen.getByRole('button', { name: /^Apply/ }).getAttribute('data-variant')).not.toBe('default');
  expect(send.getAttribute('data-variant')).toBe('default');
  fireEvent.click(send);
  expect(await screen.findByText(/^1 family correction is not in the case/)).toBeTruthy();
  expect(sent).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Send anyway' }));
  await waitFor(() => expect(sent).toHaveBeenCalledOnce());
});

it('asks for a new confirmation at once if every correction was applied', async () => {
  const sent = show(reviewOf(line('deceased_middle_name', 'Middle name', { corrected, state: 'taken' }), occupation));
  fireEvent.click(await screen.findByRole('button', { name: 'Request new confirmation' }));
  await waitFor(() => expect(sent).toHaveBeenCalledOnce());
});

it('shows that its email came back, and what helps', async () => {
  show({ ...reviewOf(occupation), confirmed: null, mail_problem: 'no_mailbox' });
  expect(await screen.findByText(/^The email came back:/)).toBeTruthy();
  expect(screen.getByText(/^Ask the family for the right address/)).toBeTruthy();
});
