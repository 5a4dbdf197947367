// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { CaseStatus } from '#domain/cases/case.schema.ts';
import { presentCase } from '#domain/cases/present-case.ts';
import { exampleCore, exampleSections } from '#domain/cases/testing/example-case.ts';
import type { CaseGates } from '#domain/gates/gate.schema.ts';
import type { Role } from '#domain/shared/access/roles.ts';
import { ApiError } from '#domain/shared/contract/client.ts';
import { exampleGates } from '../testing/example-gates.ts';
import { answering, renderPage } from '../testing/render-page.tsx';
import { Toasts } from '../ui/feedback/toasts.tsx';
import { ChecksPage } from './checks-page.tsx';

const other = '0193a000-0000-7000-8000-00000000000d';
const one = '/api/services/cases/{id}/';
const sections = Object.fromEntries(
  Object.entries(exampleSections).map(([id, values]) => [id, { version: 1, values }]),
);
const sent = vi.fn((_call: string, _input: unknown): CaseGates => exampleGates());
afterEach(() => void sent.mockReset().mockImplementation(() => exampleGates()));

interface Drawn {
  gates?: Partial<CaseGates>;
  role?: Role;
  status?: CaseStatus;
  at?: string;
}
const draw = ({ gates = {}, role = 'funeral_director', status = 'active', at = '' }: Drawn = {}) => {
  const answers = ['PUT gates/identification/', 'POST gates/answers/', 'POST gates/{gate}/override/'];
  const ofOverride = ['DELETE gates/{gate}/override/{check}/', 'PUT gates/{gate}/override/{check}/confirmation/'];
  const changes = [...answers, ...ofOverride, 'POST disposition/', 'DELETE disposition/{step}/'];
  const member = { status: 'active', role: 'funeral_director', first_name: 'Dee', last_name: 'Kowalski' };
  return renderPage(<p>Elsewhere</p>, {
    role,
    at: `/cases/${exampleCore.id}/checks${at}`,
    pages: {
      '/cases/:id/checks': (
        <>
          <Toasts />
          <ChecksPage />
        </>
      ),
    },
    call: answering({
      [`GET ${one}`]: () => presentCase({ ...exampleCore, status }, sections),
      [`GET ${one}gates/`]: () => exampleGates(gates),
      'GET /api/customers/team-members/': () => ({
        results: [
          { ...member, id: other },
          { ...member, id: '0193a000-0000-7000-8000-000000000002', first_name: 'Myself' },
          { ...member, id: 'x', status: 'inactive', first_name: 'Gone' },
          { ...member, id: 'y', role: 'coordinator', first_name: 'Without' },
        ],
      }),
      ...Object.fromEntries(
        changes.map((call) => [call.replace(' ', ` ${one}`), (input: unknown) => sent(call, input)]),
      ),
    }),
  });
};
const group = (name: string) => screen.findByRole('region', { name });
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const dialog = (name: string) => screen.findByRole('dialog', { name });
const filled = () =>
  screen
    .getAllByRole('button')
    .concat(screen.getAllByRole('link'))
    .filter((button) => button.dataset.variant === 'filled')
    .map(({ textContent }) => textContent);

describe('checks of a case', () => {
  it('shows what is missing first, each with its fix, and one filled button', async () => {
    draw();
    const missing = within(await group('Missing'));
    expect(screen.getByRole('heading', { name: 'Before cremation: 2 of 5' })).toBeTruthy();
    expect(screen.getByRole('img', { name: '1 met, 1 overridden, 3 missing' })).toBeTruthy();
    expect(screen.getByText(/1 not needed · for Nov 23, 2026, 10:00 AM/)).toBeTruthy();
    const removal = missing.getByRole('link', { name: 'Record removal: Pacemaker removed' });
    expect(removal.getAttribute('href')).toBe(`/cases/${exampleCore.id}?section=medical&field=pacemaker_removed_by`);
    expect(filled()).toEqual(['Record identification']);
    const overridden = within(await group('Overridden'));
    expect(overridden.getByText('Marcus Ames, with Dee Kowalski as second person')).toBeTruthy();
    expect(overridden.getByText(/8:31 AM.* · the owner was notified/)).toBeTruthy();
  });

  it('records an identification in a dialog', async () => {
    draw();
    await group('Missing');
    press(/^Record identification/);
    await dialog('Record identification');
    type(/^Identified by/, 'Robert Briggs');
    press('Record');
    expect(screen.getByText('How is required')).toBeTruthy();
    expect(sent).not.toHaveBeenCalled();
    type(/^How/, 'in_person');
    sent.mockReturnValueOnce(exampleGates({ last_gate: 'preparation' }));
    press('Record');
    await screen.findByRole('heading', { name: 'Before preparation: 1 of 1' });
    expect(sent.mock.lastCall).toMatchObject([
      'PUT gates/identification/',
      { body: { identified_by: 'Robert Briggs', how: 'in_person', happened_at: expect.stringMatching(/^\d{4}-.*T/) } },
    ]);
  });

  it('asks for the name on a signed paper, and for a note with any other answer', async () => {
    draw();
    const signers = within(await group('Who must authorize'));
    fireEvent.click(signers.getByRole('button', { name: 'Record answer of Robert Briggs' }));
    await dialog('Answer of Robert Briggs');
    fireEvent.click(screen.getByLabelText('Cannot be reached'));
    expect(screen.queryByLabelText(/^Name of the deceased/)).toBeNull();
    press('Record answer');
    expect(screen.getByText('Note is required')).toBeTruthy();
    fireEvent.click(screen.getByLabelText('Signed on paper'));
    type(/^Name of the deceased/, 'Dorothy M. Briggs');
    press('Record answer');
    await waitFor(() => expect(sent).toHaveBeenCalled());
    expect(sent.mock.lastCall).toMatchObject([
      'POST gates/answers/',
      { body: { person: 'Robert Briggs', answer: 'signed', name_on_paper: 'Dorothy M. Briggs' } },
    ]);
  });

  it('overrides a missing check with a reason and another active director', async () => {
    draw();
    await group('Missing');
    press('Override a check…');
    const asked = within(await dialog('Override a check'));
    await asked.findByRole('option', { name: 'Dee Kowalski' });
    expect(asked.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      ...['Please select', 'Identified', 'Authorization signed', 'Pacemaker removed'],
      ...['Please select', 'Dee Kowalski'],
    ]);
    type(/^Check/, 'pacemaker');
    type(/^Reason/, 'Removed at the hospital');
    type(/^Second person/, other);
    press('Override');
    await screen.findByText('Check overridden. The owner is notified.');
    expect(sent.mock.lastCall).toMatchObject([
      'POST gates/{gate}/override/',
      { params: { gate: 'cremation' }, body: { check: 'pacemaker', second_person: other } },
    ]);
  });

  it('lets only the second person confirm an override', async () => {
    const asked = (second_id: string) => {
      const { gates } = exampleGates();
      const checks = gates[1]?.checks.map((one) => ({
        ...one,
        override: one.override && { ...one.override, second_id },
      }));
      return { gates: gates.map((one) => (one.gate === 'cremation' ? { ...one, checks: checks ?? [] } : one)) };
    };
    const { unmount } = draw({ gates: asked(other) });
    expect((await group('Overridden')).textContent).toContain('Dee Kowalski has not confirmed it');
    expect(screen.queryByRole('button', { name: /^Confirm/ })).toBeNull();
    unmount();
    draw({ gates: asked('0193a000-0000-7000-8000-000000000002') });
    await group('Overridden');
    press('Confirm the override: Same name on all papers');
    await screen.findByText('Override confirmed');
    expect(sent.mock.lastCall?.[0]).toBe('PUT gates/{gate}/override/{check}/confirmation/');
  });

  it('withdraws an override', async () => {
    draw();
    await group('Overridden');
    press('Withdraw the override: Same name on all papers');
    await screen.findByText('Override withdrawn');
    expect(sent.mock.lastCall).toMatchObject([
      'DELETE gates/{gate}/override/{check}/',
      { params: { gate: 'cremation', check: 'names' } },
    ]);
  });

  it('says how many checks are missing instead of recording the step', async () => {
    draw();
    await group('Missing');
    press('Record cremation · 3 missing');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  const green = exampleGates().gates.map((gate) => ({
    ...{ ...gate, done: gate.of, checks: gate.checks.filter(({ state }) => state !== 'missing') },
  }));
  const recordStep = async () => {
    draw({ gates: { gates: green } });
    fireEvent.click(await screen.findByRole('button', { name: 'Record cremation' }));
    const asked = within(await dialog('Record cremation'));
    expect(asked.getByText(/cannot be undone/)).toBeTruthy();
    type(/^Place/, 'Ames Cremation Care');
    fireEvent.click(asked.getByRole('button', { name: 'Record cremation' }));
  };

  it('lists the checks that are missing at the time of a rejected step', async () => {
    sent.mockImplementationOnce(() => {
      const missing = exampleGates().gates[1]?.checks.slice(2, 3);
      throw new ApiError(409, '1 check is missing', { detail: '1 check is missing', missing });
    });
    await recordStep();
    expect(await screen.findByText('Not recorded: 1 check missing at that time')).toBeTruthy();
    expect(screen.getByText('Pacemaker removed. No one has recorded its removal.')).toBeTruthy();
    press('Override a check…');
    const asked = within(await dialog('Override a check'));
    expect(await asked.findByRole('option', { name: 'Pacemaker removed' })).toBeTruthy();
  });

  it('shows a recorded step with its time and place', async () => {
    const step = { step: 'cremated', receiver: null, at: '2026-11-23T10:00', note: '' } as const;
    const stamp = { by_name: 'Marcus Ames', recorded_at: '2026-11-23T15:10:00.000Z' };
    sent.mockReturnValueOnce(
      exampleGates({ gates: green, steps: [{ ...step, ...stamp, place: 'Ames Cremation Care' }] }),
    );
    await recordStep();
    const done = within(await group('Cremated'));
    expect(done.getByText('Nov 23, 2026, 10:00 AM, Ames Cremation Care')).toBeTruthy();
    expect(done.getByText('Recorded by Marcus Ames')).toBeTruthy();
    press('Recorded by mistake?');
    press('It did not happen: take the record back');
    await screen.findByText('Record taken back');
    expect(sent.mock.lastCall?.[0]).toBe('DELETE disposition/{step}/');
  });

  it.each([
    { role: 'office_staff', says: /^Your role can read the checks/ },
    { status: 'cancelled', says: /^This case is cancelled/ },
  ] as const)('shows the checks without a way to change them: %o', async ({ says, ...drawn }) => {
    draw(drawn);
    expect(await screen.findByText(says)).toBeTruthy();
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Cremation packet']);
    expect(screen.queryByRole('link', { name: /^Record/ })).toBeNull();
  });

  it('leaves overrides to directors', async () => {
    draw({ role: 'coordinator' });
    await group('Overridden');
    expect(screen.getByText(/^A director or an administrator can override/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /override/i })).toBeNull();
  });
});

describe('answer before a preparation', () => {
  const answer = async (embalming: Omit<CaseGates['embalming'], 'recorded'>) => {
    const recorded = { by_name: 'Dee Kowalski', at: '2026-11-19T14:05:00.000Z' };
    draw({ gates: { embalming: { ...embalming, recorded } }, at: '?gate=preparation' });
    return (await group('Embalming')).textContent;
  };

  it('names who approved embalming, when and how, and who recorded it', async () => {
    expect(await answer({ answer: 'approved', by: 'Karin Lindqvist', on: '2026-11-19', how: 'in_person' })).toBe(
      ' Embalming approvedby Karin LindqvistThu, Nov 19, 2026 · In personRecorded by Dee Kowalski, Nov 19, 2026, 9:05 AM EST',
    );
  });

  it('says not to embalm, and who refused', async () => {
    expect(await answer({ answer: 'refused', by: 'Daniel Abramowitz', on: '2026-11-18', how: '' })).toBe(
      ' Do not embalmDaniel Abramowitz said no, Wed, Nov 18, 2026. Keep refrigerated.Recorded by Dee Kowalski, Nov 19, 2026, 9:05 AM EST',
    );
  });

  it('says that no approval is recorded yet', async () => {
    expect(await answer({ answer: 'not_asked', by: '', on: '', how: '' })).toBe(
      ' Not approved yetNo approval of the family is recorded. Do not begin.',
    );
  });
});
