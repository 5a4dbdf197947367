// @vitest-environment happy-dom

import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { CertificateFact, FamilyReview } from '#domain/families/family-review.schema.ts';
import { ReviewPage } from './review-page.tsx';

afterEach(cleanup);

const lineOf = (id: string, label: string, value: string): CertificateFact => ({
  ...{ id, label, kind: 'text', value, text: value, options: [] },
});
const review = (revision: number, industry: string): FamilyReview => ({
  ...{ revision, informant: 'Karin', changed: [], confirmed: null },
  facts: [lineOf('occupation', 'Occupation', 'Retired'), lineOf('industry', 'Industry', industry)],
});
const page = (of: FamilyReview) => (
  <ReviewPage
    access={{ reference: 'R-7K3M-9QTX', code: '7K3MQ-9TXRD' }}
    review={of}
    name="Harold"
    phone={null}
    onBack={() => undefined}
    onConfirmed={() => undefined}
  />
);
const correct = (line: string, value: string) => {
  fireEvent.click(screen.getByRole('button', { name: `Change ${line}` }));
  fireEvent.change(screen.getByLabelText(line), { target: { value } });
  fireEvent.click(screen.getByRole('button', { name: 'Save correction' }));
};

it('keeps corrections if the home changes a line, and asks to read again', () => {
  const { rerender } = render(page(review(1, 'Boats')));
  correct('Occupation', 'Boat builder');
  correct('Industry', 'Shipping');
  fireEvent.click(screen.getByRole('checkbox'));
  rerender(page(review(2, 'Shipping')));
  expect(screen.getByText(/^The funeral home changed a line while you were reading/)).toBeTruthy();
  // The home has accepted one of the two.
  expect(screen.getByText('1 of 2 lines corrected')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Undo Occupation' })).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false);
});
