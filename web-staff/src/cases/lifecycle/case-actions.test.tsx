// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CaseStatus } from '#domain/cases/case.schema.ts';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import { presentCase } from '#domain/cases/present-case.ts';
import { exampleCore, exampleSections } from '#domain/cases/testing/example-case.ts';
import type { Role } from '#domain/shared/access/roles.ts';
import { ApiError } from '#domain/shared/contract/client.ts';
import { answering, renderPage } from '../../testing/render-page.tsx';
import { Toasts } from '../../ui/feedback/toasts.tsx';
import { CaseActions } from './case-actions.tsx';
import { CompleteDialog } from './complete-dialog.tsx';

const path = '/api/services/cases/{id}/';
const stored = Object.fromEntries(Object.entries(exampleSections).map(([id, values]) => [id, { version: 1, values }]));
const caseOf = (status: CaseStatus, sections: Parameters<typeof presentCase>[1] = stored, paid_cents = 0): Case =>
  presentCase({ ...exampleCore, status, paid_cents }, sections);
const number = exampleCore.case_number;

interface Drawn {
  role?: Role;
  answers?: Parameters<typeof answering>[0];
}

const complete = vi.fn();
const run = vi.fn((_: unknown) => []);
/** The dialog that completes a case with these deadlines. */
const drawComplete = (caseRecord: Case, deadlines: () => unknown) => {
  const at = `${path}deadlines/`;
  renderPage(
    <CompleteDialog caseRecord={caseRecord} busy={false} onClose={vi.fn()} onJump={onJump} onComplete={complete} />,
    {
      call: answering({ [`GET ${at}`]: deadlines, [`PUT ${at}`]: run }),
    },
  );
  return dialog('Complete this case?');
};

const [onJump, onHistory] = [vi.fn(), vi.fn()];
const actionsOf = (caseRecord: Case) => (
  <CaseActions caseRecord={caseRecord} missing={[]} onBefore={async () => []} onJump={onJump} onHistory={onHistory} />
);
const draw = (caseRecord: Case, { role = 'funeral_home_admin', answers = {} }: Drawn = {}) => {
  return renderPage(
    <>
      <Toasts />
      {actionsOf(caseRecord)}
    </>,
    { role, call: answering(answers), pages: { '/cases': <p>All cases</p> } },
  );
};
const button = (name: string) => screen.getByRole('button', { name });
const press = (name: string) => fireEvent.click(button(name));
const dialog = (name: string) => screen.findByRole('dialog', { name });
const lost = () => {
  throw new ApiError(0, 'Network error: Unable to connect to server. Please check your connection.');
};

/** Answers every max-width query. */
const onScreen = (width: 'wide' | 'narrow') => {
  const matching = () => ({ matches: width === 'narrow', addEventListener() {}, removeEventListener() {} });
  vi.stubGlobal('matchMedia', matching as unknown as typeof window.matchMedia);
};
beforeEach(() => {
  onScreen('wide');
  for (const mock of [complete, run]) mock.mockClear();
});
afterEach(() => vi.unstubAllGlobals());

// Dialogs load when first opened.
describe('CaseActions', () => {
  it.each([
    ['draft', ['Print', 'Delete', 'Cancel case', 'Activate']],
    ['active', ['Print', 'Delete', 'Cancel case', 'Complete']],
    ['completed', ['Print', 'Delete', 'Reopen']],
    ['cancelled', ['Print', 'Delete', 'Reopen as draft']],
  ] as const)('shows an administrator the actions of a case that is %s', (status, names) => {
    draw(caseOf(status));
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(names);
  });

  it('D2 §4 shows others a disabled Reopen and why', () => {
    draw(caseOf('completed'), { role: 'funeral_director' });
    expect(screen.getByText('(Administrator only)')).toBeTruthy();
    expect(button('Reopen').getAttribute('aria-disabled')).toBe('true');
    expect(button('Reopen').getAttribute('aria-description')).toBe('Only administrators can reopen cases');
  });

  it('S-03 shows the office no action but printing', () => {
    draw(caseOf('draft'), { role: 'office_staff' });
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Print']);
  });

  it('lists missing fields by section, each linking to its field', async () => {
    draw(caseOf('draft', { deceased: { version: 1, values: exampleSections.deceased } }));
    press('Activate');
    const gaps = await dialog('Please fill in all required fields');
    for (const name of [/^Service type/, /^Service date/]) within(gaps).getByRole('button', { name });
    fireEvent.click(within(gaps).getByRole('button', { name: /^Service location/ }));
    expect(onJump).toHaveBeenCalledWith(expect.objectContaining({ section: 'service', field: 'service_location' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('shows no error after a lost response if the case has moved', async () => {
    draw(caseOf('draft'), { answers: { [`POST ${path}activate/`]: lost, [`GET ${path}`]: () => caseOf('active') } });
    press('Activate');
    expect(await screen.findByText(`Case ${number} activated`)).toBeTruthy();
  });

  it('offers the most urgent open item next, and Complete once nothing is open', async () => {
    const filing = { kind: 'filing', title: 'File death certificate', due: '2026-03-07', time: null, done: false };
    const past = { ...exampleSections.service, service_date: '2026-03-01' };
    const settled = { ...stored, financial: { version: 1, values: {} }, service: { version: 1, values: past } };
    const deadlines = `GET ${path}deadlines/`;
    const { unmount } = draw(caseOf('active', settled), { answers: { [deadlines]: () => [filing] } });
    fireEvent.click(await screen.findByRole('button', { name: 'File death certificate' }));
    expect(onJump).toHaveBeenCalledWith(expect.objectContaining({ section: 'deathCertificate' }));
    expect(screen.getByText('Was due Mar 7, 2026.')).toBeTruthy();
    expect(button('Complete').getAttribute('data-variant')).toBe('default');
    unmount();
    draw(caseOf('active', settled), { answers: { [deadlines]: () => [{ ...filing, done: true }] } });
    await waitFor(() => expect(button('Complete').getAttribute('data-variant')).toBe('filled'));
  });

  it('asks for a reason to complete a case with an early cremation and a pacemaker', async () => {
    const wait = { kind: 'cremation_wait', title: 'Cremation waiting period', due: '2026-03-05', time: '16:10' };
    const caseRecord = { ...caseOf('active'), service_type: 'cremation', has_pacemaker: true };
    const asked = within(await drawComplete(caseRecord, () => [{ ...wait, done: null, broken: true }]));
    expect(await asked.findByText('It is too early: not before Mar 5, 2026, 4:10 PM.')).toBeTruthy();
    expect(asked.getByRole('button', { name: 'Keep the case open' }).getAttribute('data-variant')).toBe('filled');
    fireEvent.click(asked.getByRole('button', { name: 'Record pacemaker removal' }));
    expect(onJump).toHaveBeenCalledWith(expect.objectContaining({ section: 'medical', field: 'pacemaker_removed_by' }));
    fireEvent.click(asked.getByRole('button', { name: /^Complete with/ }));
    expect(asked.getByText('Enter a reason')).toBeTruthy();
    expect(complete).not.toHaveBeenCalled();
    fireEvent.change(asked.getByLabelText(/^Reason to complete/), { target: { value: 'Waived' } });
    fireEvent.click(asked.getByRole('button', { name: /^Complete with/ }));
    await waitFor(() => expect(complete).toHaveBeenCalledWith(undefined, 'Waived'));
    expect(run.mock.lastCall?.[0]).toMatchObject({ body: { running: true } });
  });

  it('asks why a case is cancelled, counts characters, and can undo it', async () => {
    const cancel = vi.fn((_: unknown) => caseOf('cancelled'));
    const reopen = vi.fn(() => caseOf('draft'));
    draw(caseOf('draft'), { answers: { [`POST ${path}cancel/`]: cancel, [`POST ${path}reopen/`]: reopen } });
    press('Cancel case');
    const asked = await dialog('Cancel case');
    fireEvent.click(within(asked).getByRole('button', { name: 'Cancel case' }));
    expect(within(asked).getByText('Cancellation reason is required')).toBeTruthy();
    fireEvent.change(within(asked).getByLabelText('Reason'), { target: { value: 'The family moved' } });
    expect(within(asked).getByText('Stored with the case. 16 of 500 characters.')).toBeTruthy();
    fireEvent.click(within(asked).getByRole('button', { name: 'Cancel case' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(reopen).toHaveBeenCalled());
    expect(cancel.mock.lastCall?.[0]).toMatchObject({ body: { reason: 'The family moved' } });
    expect(await screen.findByText(`Case ${number} reopened`)).toBeTruthy();
  });

  it('deletes an active case only with its typed number', async () => {
    const remove = vi.fn((_: unknown) => ({ success: true }));
    draw(caseOf('active'), { answers: { [`DELETE ${path}`]: remove } });
    press('Delete');
    const asked = await dialog('Delete case');
    const confirm = () => fireEvent.click(within(asked).getByRole('button', { name: 'Delete Permanently' }));
    confirm();
    expect(within(asked).getByText('Enter the case number to confirm')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText(/^Type .* to confirm$/));
    fireEvent.change(within(asked).getByLabelText(`Type ${number} to confirm`), {
      target: { value: number.toLowerCase() },
    });
    confirm();
    expect(await screen.findByText('All cases')).toBeTruthy();
    expect(remove.mock.lastCall?.[0]).toMatchObject({ query: { force: 'true', confirmation: number.toLowerCase() } });
  });

  it('never deletes a case with payments', () => {
    draw(caseOf('cancelled', stored, 5_000));
    expect(button('Delete').getAttribute('aria-description')).toBe(
      'This case has payments and cannot be deleted. Cancel it instead.',
    );
  });
});
