// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answering, renderPage } from '../testing/render-page.tsx';
import { SubmissionPage } from './submission-page.tsx';

const other = (number: number) => ({
  ...{ id: `other-${number}`, deceased_full_name: `Harold ${number}`, created_at: '2026-11-20T10:00:00Z' },
  ...{ status: 'new', case_id: null, case_number: null },
});
const submission = {
  ...{ id: 's1', reference: 'R-7K3M-9QTX', version: 1, kind: 'at_need', status: 'new', bot_check: 'verified' },
  ...{ created_at: '2026-11-20T10:00:00Z', updated_at: '2026-11-20T10:00:00Z', funeral_home_id: 'h1' },
  ...{ funeral_home_name: 'Quiet Water Chapel', contacted_at: null, contacted_by_name: null, case_id: null },
  ...{ case_number: null, language: 'en', managed_form: null, extra_answers: [], cemetery_choice: 'other' },
  ...{ cemetery_name: 'Oak Hammock', cemetery_quoted_cost: '2750.50', possible_duplicates: [1, 2, 3, 4, 5].map(other) },
};
const show = (changes: object = {}) =>
  renderPage(<div />, {
    at: '/submissions/s1',
    pages: { '/submissions/:id': <SubmissionPage /> },
    call: answering({
      'GET /api/forms/submissions/{id}/': () => ({ ...submission, ...changes }),
      'GET /api/forms/submissions/{id}/papers/': () => [],
    }),
  });

it('says what the cemetery of the home’s own list costs', async () => {
  show();
  expect(await screen.findByText('Estimated cost shown to family')).toBeTruthy();
  expect(screen.getByText('$2,750.50')).toBeTruthy();
});

it('names some reports of the same death, and all of them when asked: whom to call stays in view', async () => {
  show();
  expect(await screen.findAllByRole('link', { name: /^Harold \d/ })).toHaveLength(3);
  fireEvent.click(screen.getByRole('button', { name: 'Show all 5' }));
  expect(screen.getAllByRole('link', { name: /^Harold \d/ })).toHaveLength(5);
});

it('says that a family has no email, and that nobody chose a service', async () => {
  show({ no_email: true, submitter_phone: '9045550142' });
  expect(await screen.findByText('No email')).toBeTruthy();
  expect(screen.getByText('Not chosen: ask the family')).toBeTruthy();
});
