// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { presentCase } from '#domain/cases/present-case.ts';
import { exampleCore } from '#domain/cases/testing/example-case.ts';
import { toStatementCheckInput } from '#domain/statements/checked-statement.ts';
import { answering, renderPage } from '../../testing/render-page.tsx';
import { FinalizeButton } from './finalize-button.tsx';

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
