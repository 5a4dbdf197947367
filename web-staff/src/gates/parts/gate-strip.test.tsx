// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { CaseRow } from '#domain/cases/case.schema.ts';
import { presentCase } from '#domain/cases/present-case.ts';
import { exampleCore, exampleSections } from '#domain/cases/testing/example-case.ts';
import type { CaseGates } from '#domain/gates/gate.schema.ts';
import { addDays, todayIn } from '#domain/shared/values/calendar-date.ts';
import { exampleGates } from '../../testing/example-gates.ts';
import { answering, renderPage } from '../../testing/render-page.tsx';
import { GateStrip } from './gate-strip.tsx';
import { gateMark } from './gate-text.tsx';

const update = vi.fn((_: unknown) => presentCase(exampleCore, {}));
const today = todayIn('America/New_York', new Date());
const draw = async (changes: Partial<CaseGates> = {}) => {
  const caseRecord = presentCase(exampleCore, { service: { version: 4, values: exampleSections.service ?? {} } });
  renderPage(<GateStrip caseRecord={caseRecord} />, {
    call: answering({
      'GET /api/services/cases/{id}/gates/': () => exampleGates(changes),
      'PATCH /api/services/cases/{id}/': update,
    }),
  });
  await screen.findByRole('link', { name: 'See all checks' });
  return screen.getByRole('region', { name: 'Checks' });
};
const isUrgent = (strip: HTMLElement) => strip.querySelector('[data-near]') !== null;

it('counts the checks before the last step, urgent in the 48 hours before it', async () => {
  const strip = await draw({ planned: { date: addDays(today, 1), time: null } });
  expect(strip.textContent).toContain('Before cremation: 2 of 5');
  expect(isUrgent(strip)).toBe(true);
  expect(screen.getByRole('link', { name: 'Pacemaker removed' }).getAttribute('href')).toBe(
    `/cases/${exampleCore.id}?section=medical&field=pacemaker_removed_by`,
  );
});

it.each([{ planned: null }, { planned: { date: addDays(today, 4), time: '10:00' } }])(
  'does not warn of a step that is far or not planned: %o',
  async (changes) => expect(isUrgent(await draw(changes))).toBe(false),
);

it('asks for the method of disposition where the service leaves it open', async () => {
  await draw({ last_gate: null, method: { value: '', label: '', is_proposed: false } });
  expect(screen.getByRole('link', { name: 'Choose the method of disposition' }).getAttribute('href')).toBe(
    `/cases/${exampleCore.id}?section=service&field=disposition_method`,
  );
});

it('confirms the method that the service proposes with one tap', async () => {
  await draw({ method: { value: 'cremation', label: 'Cremation', is_proposed: true } });
  fireEvent.click(screen.getByRole('button', { name: 'Yes, cremation' }));
  await vi.waitFor(() => expect(update).toHaveBeenCalled());
  expect(update.mock.lastCall?.[0]).toMatchObject({
    body: { sections: { service: { version: 4, values: { disposition_method: 'cremation' } } } },
  });
});

it('shows the recorded step instead of the count', async () => {
  const step = { step: 'cremated', receiver: null, at: '2026-11-23T10:00', place: 'Ames', note: '' } as const;
  const strip = await draw({ steps: [{ ...step, by_name: null, recorded_at: '2026-11-23T15:10:00.000Z' }] });
  expect(strip.textContent).toMatch(/^Cremated Nov 23, 2026, 10:00 AM · Ames/);
});

it('shows a release before the count, and asks for no method any more', async () => {
  const step = {
    step: 'released',
    receiver: 'firm',
    at: '2026-11-22T10:00',
    place: 'Lowell & Sons',
    note: '',
  } as const;
  const strip = await draw({
    method: { value: 'cremation', label: 'Cremation', is_proposed: true },
    steps: [{ ...step, by_name: null, recorded_at: '2026-11-22T15:10:00.000Z' }],
  });
  expect(strip.textContent).toMatch(/^Released Nov 22, 2026, 10:00 AM · Lowell & SonsBefore cremation: 2 of 5/);
  expect(screen.queryByRole('button', { name: 'Yes, cremation' })).toBeNull();
});

it('marks a row whose checks are missing within 48 hours of the step', () => {
  const now = new Date('2026-11-21T15:30:00Z');
  const mark = (at: string, missing: number) =>
    gateMark({ gate: { gate: 'cremation', at, missing } } as CaseRow, 'America/New_York', now);
  expect(mark('2026-11-23 10:00', 3)).toBe('3 checks missing before cremation Mon 10:00 AM');
  expect(mark('2026-11-20', 1)).toBe('1 check missing before cremation Nov 20, 2026');
  expect([mark('2026-11-23 10:30', 3), mark('2026-11-23 10:00', 0)]).toEqual(['', '']);
});
