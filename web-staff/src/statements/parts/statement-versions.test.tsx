// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { presentCase } from '#domain/cases/present-case.ts';
import type { CaseSectionValues } from '#domain/cases/sections/case-sections.ts';
import { exampleCore, exampleSections } from '#domain/cases/testing/example-case.ts';
import type { Statement } from '#domain/statements/statement.schema.ts';
import { answering, renderPage } from '../../testing/render-page.tsx';
import { signersOf } from './statement-paper.tsx';
import { AcceptDialog } from './statement-versions.tsx';

const draw = (more: CaseSectionValues = {}) => {
  const sections = Object.entries({ ...exampleSections, ...more });
  const stored = Object.fromEntries(sections.map(([id, values]) => [id, { version: 1, values: { ...values } }]));
  renderPage(
    <AcceptDialog
      caseRecord={presentCase(exampleCore, stored)}
      statement={{ id: exampleCore.id, version: 1 } as Statement}
      today="2026-03-05"
      onClose={() => undefined}
    />,
    { call: answering({}) },
  );
};
const value = (label: RegExp) => (screen.getByLabelText(label) as HTMLInputElement).value;

it('proposes the purchaser and today, and no signature', () => {
  draw();
  expect([value(/^Accepted By/), value(/^Signed by/i)]).toEqual(['Carolyn Pruitt-Shaw', '']);
  expect([value(/^Signature date/i), value(/^Copy given to the family/)]).toEqual(['', '2026-03-05']);
});

it('proposes the signers named in the case', () => {
  draw({ disclosuresAgreement: { signed_by: 'Walter Shaw', signature_date: '2026-03-04' } });
  expect([value(/^Accepted By/), value(/^Signed by/i)]).toEqual(['Walter Shaw', 'Walter Shaw']);
  expect(value(/^Signature date/i)).toBe('2026-03-04');
});

it('proposes no signature of co-signers who are only named in Disclosures', () => {
  draw({ disclosuresAgreement: { co_signer_1: 'Tom Quill', signature_date: '2026-03-04' } });
  expect([value(/^Co-Signer 1/), value(/^Signature date/i)]).toEqual(['', '']);
  const acceptance = { accepted_by: 'Iris', signed_by: '', signature_date: '', co_signer_1: 'Tom', co_signer_2: '' };
  const recorded = { given_on: '2026-03-05', recorded_at: '2026-03-05T10:00:00.000Z', recorded_by_name: null };
  expect(signersOf({ ...acceptance, ...recorded })).toBe('');
});
