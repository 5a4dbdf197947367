// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { createRef } from 'react';
import { expect, it } from 'vitest';
import type { EnvelopeRow } from '#domain/signatures/envelope.schema.ts';
import { renderPage } from '../testing/render-page.tsx';
import { BulkResults } from './envelopes-page.tsx';

const row = (id: string, name: string) =>
  ({
    ...{ id, title: 'Statement WA-S-2026-0006', status: 'draft', case: { case_number: 'WA-2026-0024' } },
    recipients: [{ name }],
  }) as EnvelopeRow;

it('distinguishes requests of one document by signers', () => {
  const [one, two] = ['0190a000-0000-7000-8000-000000000001', '0190a000-0000-7000-8000-000000000002'] as const;
  const failed = (submission_id: string) => ({ submission_id, success: false, error: 'Not sent yet.' });
  renderPage(
    <BulkResults
      result={{ succeeded: 0, failed: 2, results: [failed(one), failed(two)] } as never}
      rows={[row(one, 'Świętosława Wąż-Żółć'), row(two, 'José Íñiguez Peña')]}
      back={createRef()}
      onClose={() => undefined}
    />,
  );
  expect(screen.getByText('Statement WA-S-2026-0006, WA-2026-0024, Świętosława Wąż-Żółć (draft)')).toBeTruthy();
  expect(screen.getByText('Statement WA-S-2026-0006, WA-2026-0024, José Íñiguez Peña (draft)')).toBeTruthy();
});
