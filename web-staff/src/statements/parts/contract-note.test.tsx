// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import { answering, renderPage } from '../../testing/render-page.tsx';
import { ContractNote } from './contract-note.tsx';

it('shows that the contract total follows, and the difference of a typed one', async () => {
  renderPage(<ContractNote caseRecord={{ id: 'c', funeral_home_id: 'h', contract_total: '600.00' } as Case} />, {
    call: answering({
      'GET /api/customers/funeral-homes/': () => ({ results: [{ id: 'h', contract_follows_statement: true }] }),
      'GET /api/services/cases/{id}/statements/': () => ({ statements: [{ version: 2, complete_total: '613.60' }] }),
    }),
  });
  expect(await screen.findByText(/^The contract total follows the latest final Statement\./)).toBeTruthy();
  expect(await screen.findByText(/It was typed over: it is \$13\.60 below the \$613\.60 of version 2\.$/)).toBeTruthy();
});
