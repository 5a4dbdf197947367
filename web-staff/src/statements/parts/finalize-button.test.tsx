// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { presentCase } from '#domain/cases/present-case.ts';
import { exampleCore } from '#domain/cases/testing/example-case.ts';
import { toStatementCheckInput } from '#domain/statements/checked-statement.ts';
import { answering, renderPage } from '../../testing/render-page.tsx';
import { FinalizeButton, StatementState } from './finalize-button.tsx';

it('links an unchanged Statement to its signatures, and finalizes a changed one', async () => {
  const draw = (has_changes: boolean) => {
    const list = { statements: [{ id: 's1', version: 1, status: 'final' }], next_version: 2, has_changes };
    const call = answering({
      'GET /api/services/cases/{id}/statements/': async () => list,
      'GET /api/signatures/envelopes/by_funeral_service/': async () => [],
    });
    const caseRecord = presentCase(exampleCore, {});
    const checked = toStatementCheckInput({}, { state: 'FL' });
    return renderPage(<FinalizeButton {...{ caseRecord, checked }} checks={[]} onBefore={async () => true} />, {
      call,
    });
  };
  const { unmount } = draw(false);
  const link = await screen.findByRole('link', { name: 'Request signatures' });
  expect(link.getAttribute('href')).toMatch(/^\/signatures\/new\?case=.*&statement=1$/);
  expect(screen.queryByRole('button', { name: /Finalize/ })).toBeNull();
  unmount();
  draw(true);
  expect(await screen.findByRole('button', { name: 'Finalize version 2' })).toBeTruthy();
});

it.each([
  [undefined, false, 0, 'Statement: version 1 is a draft, not finalized yet.'],
  [null, false, 1_007_000, 'Statement: version 1 finalized Nov 28, 2026, not signed yet; nothing changed since.'],
  ['Karin Lindqvist', false, 1_007_000, /, signed by Karin Lindqvist; nothing changed since\.$/],
  ['Karin Lindqvist', true, 1_007_000, /, signed by Karin Lindqvist\. Details changed since: finalize version 2\.$/],
  ['Karin Lindqvist', false, 7_000, /The complete total \(\$10,070\.00, now \$70\.00\) changed since: finalize/],
])(
  'says in one line how far the Statement is: signed by %s, changed: %s',
  async (signer, has_changes, complete, line) => {
    const acceptance = signer && { accepted_by: signer, signed_by: signer, co_signer_1: '', co_signer_2: '' };
    const statement = { id: 's1', version: 1, complete_total: '10070.00', finalized_at: '2026-11-28T15:00:00.000Z' };
    const statements = signer === undefined ? [] : [{ ...statement, status: 'final', acceptance }];
    renderPage(<StatementState caseRecord={presentCase(exampleCore, {})} complete={complete} />, {
      call: answering({
        'GET /api/services/cases/{id}/statements/': async () => ({ statements, next_version: 2, has_changes }),
        'GET /api/customers/funeral-homes/': () => ({ results: [] }),
      }),
    });
    expect(await screen.findByText(line)).toBeTruthy();
  },
);
