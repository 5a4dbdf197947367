// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import { presentCase } from '#domain/cases/present-case.ts';
import { exampleCore, exampleSections } from '#domain/cases/testing/example-case.ts';
import { answering, renderPage } from '../testing/render-page.tsx';
import { CaseHeader } from './case-header.tsx';
import { SectionSaves } from './parts/section-saves.ts';

const custodyPath = 'GET /api/services/cases/{id}/custody/';
const custody = vi.fn<() => object>();

/** Answers every min-width query. */
const onScreen = (width: 'wide' | 'narrow') => {
  const matching = () => ({ matches: width === 'wide', addEventListener() {}, removeEventListener() {} });
  vi.stubGlobal('matchMedia', matching as unknown as typeof window.matchMedia);
};
beforeEach(() => {
  onScreen('wide');
  custody.mockReset().mockReturnValue({ subjects: [] });
});
afterEach(() => vi.unstubAllGlobals());

const example = presentCase(
  exampleCore,
  Object.fromEntries(Object.entries(exampleSections).map(([id, values]) => [id, { version: 1, values }])),
);

const draw = (changes: Partial<Case> = {}, permissions?: []) =>
  renderPage(
    <CaseHeader
      caseRecord={{ ...example, ...changes }}
      saves={new SectionSaves()}
      timeZone="America/New_York"
      presence={null}
      actions={null}
    />,
    { call: answering({ [custodyPath]: custody }), ...(permissions ? { user: { permissions } } : {}) },
  );

/** Facts by their labels, as they are read aloud. */
const facts = () =>
  Object.fromEntries(
    screen.getAllByRole('term').map(({ textContent, nextElementSibling }) => [
      textContent,
      // The time has a space that does not break.
      nextElementSibling?.textContent?.replace('\u00A0', ' '),
    ]),
  );

describe('CaseHeader', () => {
  it('shows dates, place, next of kin, service and balance', () => {
    draw({ time_of_death: '16:05', service_time: '10:30', contract_total: '3690.00', total_paid: '2210.00' });
    expect(facts()).toEqual({
      'Age 86 · WA-2026-0007': 'Feb 3, 1940 – Mar 1, 2026 4:05 PM',
      'Place of death': 'Coastal Regional Hospital',
      'Next of kin': 'Carolyn Pruitt-Shaw Daughter',
      'Traditional service': 'Sat, Mar 14, 2026, 10:30 AM · Chapel',
      Balance: '$1,480.00 of $3,690.00',
    });
    expect(screen.getByRole('heading', { name: 'Walter Pruitt' })).toBeTruthy();
  });

  it('says what is unknown, and shows no amount before a contract or a payment', () => {
    const nothing = Object.fromEntries(
      Object.values(exampleSections).flatMap((values) => Object.keys(values).map((field) => [field, ''])),
    );
    draw({ ...nothing, deceased_full_name: '' } as Partial<Case>);
    expect(Object.values(facts())).toEqual(['Dates not recorded', 'Not recorded', 'Not recorded', 'Not arranged']);
    expect(screen.getByRole('heading', { name: 'Name not given' })).toBeTruthy();
  });

  it('flags a pacemaker next to the status', () => {
    draw({ has_pacemaker: true });
    expect(screen.getByText('Pacemaker')).toBeTruthy();
    expect(screen.getByText('Active')).toBeTruthy();
  });
});

describe('contact', () => {
  const reachable = { customer_phone: '9045550142', customer_email: 'carolyn@pruitt.example' };

  it('offers to call and email the contact, on wide screens', () => {
    draw(reachable);
    const label = screen.getByText('Call or email Carolyn');
    expect(label.closest('[data-wide]')).toBeTruthy();
    expect(screen.getByRole('link', { name: '(904) 555-0142' }).getAttribute('href')).toBe('tel:9045550142');
    const email = screen.getByRole('link', { name: 'Email carolyn@pruitt.example' });
    expect(email.getAttribute('href')).toBe('mailto:carolyn@pruitt.example');
  });

  it('offers nothing without a phone number or an email address', () => {
    draw();
    expect(screen.queryByText('Call or email Carolyn')).toBeNull();
  });

  it('shows initials in place of a photo, on wide screens only', () => {
    const { unmount } = draw();
    expect(screen.getByText('WP')).toBeTruthy();
    unmount();
    onScreen('narrow');
    draw();
    expect(screen.queryByText('WP')).toBeNull();
  });
});

describe('place in care', () => {
  /** Before a service, so that the body is where the case says. */
  const recorded = { current_body_location: 'Flagler Mortuary Service', service_date: '' };
  const body = (changes: object) => ({ subjects: [{ state: 'in_care', place: { name: 'Cooler 2' }, ...changes }] });

  it('shows the place in care over the place that the case has', async () => {
    custody.mockReturnValue(body({}));
    draw(recorded);
    expect(facts()).toMatchObject({ 'Now at': 'Flagler Mortuary Service' });
    expect(await screen.findByText('Cooler 2')).toBeTruthy();
    expect(screen.queryByText('Flagler Mortuary Service')).toBeNull();
  });

  it.each([
    ['before the first move', { place: null }],
    ['after the end of custody', { state: 'ended' }],
  ])('shows the place that the case has %s', async (_, changes) => {
    custody.mockReturnValue(body({}));
    const { client } = draw(recorded);
    expect(await screen.findByText('Cooler 2')).toBeTruthy();
    custody.mockReturnValue(body(changes));
    void client.invalidateQueries();
    expect(await screen.findByText('Flagler Mortuary Service')).toBeTruthy();
    expect(screen.queryByText('Cooler 2')).toBeNull();
  });

  it('asks for no place of a user who may not read care', async () => {
    draw(recorded, []);
    await vi.dynamicImportSettled();
    expect(custody).not.toHaveBeenCalled();
    expect(facts()).toMatchObject({ 'Now at': 'Flagler Mortuary Service' });
  });
});
