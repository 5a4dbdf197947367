// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { presentCase } from '#domain/cases/present-case.ts';
import type { StoredSections } from '#domain/cases/section-patch.ts';
import { exampleCore, exampleSections } from '#domain/cases/testing/example-case.ts';
import { CertificateAlerts } from '../../certificates/parts/certificate-part.tsx';
import { answering, renderPage } from '../../testing/render-page.tsx';
import { CaseDeadlines } from './case-deadlines.tsx';

const run = vi.fn((_: unknown) => []);

const draw = (deceased: Record<string, unknown>, deadlines: readonly object[] = [], more: StoredSections = {}) => {
  const values = { ...exampleSections.deceased, ...deceased };
  const caseRecord = presentCase(exampleCore, { deceased: { version: 1, values }, ...more });
  renderPage(
    more.deathCertificate ? <CertificateAlerts caseRecord={caseRecord} /> : <CaseDeadlines caseRecord={caseRecord} />,
    {
      call: answering({
        'GET /api/services/cases/{id}/deadlines/': () => deadlines,
        'PUT /api/services/cases/{id}/deadlines/': run,
        'GET /api/customers/funeral-homes/': () => ({ count: 0, next: null, previous: null, results: [] }),
      }),
    },
  );
};
const links = () => screen.queryAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
const to = (field: string) => `/cases/${exampleCore.id}?section=deceased&field=${field}`;

it('links to each field that the deadlines wait for', async () => {
  draw({ date_of_death: '' });
  expect(await screen.findByText(/^Deadlines appear after the/)).toHaveProperty(
    'textContent',
    'Deadlines appear after the date of death and the state of death are recorded.',
  );
  expect(links()).toEqual([
    ['date of death', to('date_of_death')],
    ['state of death', to('state_of_death')],
  ]);
});

it.each([{ state_of_death: 'GA' }, { country_of_death: 'CAN' }])('waits for nothing more with %o', async (deceased) => {
  draw(deceased);
  expect(await screen.findByText('No deadlines.')).toBeTruthy();
  expect(links()).toEqual([]);
});

const certifier = {
  ...{ kind: 'certifier', title: 'Medical certification', is_wait: false, due: '2026-03-05', time: null, owner: null },
  ...{ owner_name: '', state: 'FL', why: 'Florida gives the certifier 72 hours.', done: false, done_on: null },
  ...{ broken: false, override: null, source: { text: 'A statute', reliability: 'primary', reviewed: '2026-11-28' } },
};

it('shows whose rules apply while the state of death is unknown', async () => {
  draw({}, [certifier]);
  expect(await screen.findByText(/Until it is/)).toHaveProperty(
    'textContent',
    'The state of death is not recorded. Until it is, the rules of Florida count.',
  );
});

it('names the sender of the remains while the state of death is unknown', async () => {
  const values = { receiving_remains_from: 'Kessler, Dayton, Ohio' };
  draw({}, [{ ...certifier, kind: 'permit' }], { servicesFees: { version: 1, values } });
  expect(await screen.findByText(/Until it is/)).toHaveProperty(
    'textContent',
    'The state of death is not recorded. Until it is, the rules of Florida count, but not those about the certificate: the remains were received from Kessler, Dayton, Ohio.',
  );
});

it.each([
  ['05:00', 'Overdue since 5:00 AM'],
  ['17:00', 'Due today, 5:00 PM'],
  [null, 'Due today'],
])('shows a deadline of today at %s as %s', async (time, words) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-05T14:22:00Z') });
  draw({ state_of_death: 'FL' }, [{ ...certifier, time }]);
  expect(await screen.findByText(words)).toBeTruthy();
  vi.useRealTimers();
});

it.each([
  ['2026-03-05', '07:15', 'Time passed'],
  ['2026-03-04', '07:15', 'Time passed'],
  ['2026-03-05', '17:00', 'Before disposition, today'],
  ['2026-03-05', null, 'Before disposition, today'],
  ['2026-03-06', '07:15', 'Before disposition, tomorrow'],
])('shows refrigeration until %s at %s as “%s”', async (due, time, words) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-05T14:22:00Z') });
  const kept = { ...certifier, kind: 'preservation', title: 'Refrigeration or embalming', is_wait: true };
  draw({ state_of_death: 'FL' }, [{ ...kept, due, time }]);
  expect(await screen.findByText(words)).toBeTruthy();
  vi.useRealTimers();
});

it.each(['ME', 'NV'])('shows that only the filing rules of %s are unknown', async (state) => {
  draw({ state_of_death: state }, [{ ...certifier, kind: 'permit', title: 'Permit before disposition' }]);
  expect(await screen.findByText(/about filing are not known here\. Ask its registrar about filing\.$/)).toBeTruthy();
});

it('shows no alarm about a certificate whose deadline is decided', async () => {
  const values = { dc_delivered_to_doctor_date: '2026-03-02', dc_delivered_to_county_date: '2026-03-03' };
  draw({ state_of_death: 'FL' }, [{ ...certifier, done: true }], { deathCertificate: { version: 1, values } });
  expect(await screen.findByText('Filing with the county')).toBeTruthy();
  await waitFor(() => expect(screen.queryByText('Medical certification')).toBeNull());
});

it('shows one due day of a certificate, and the usual 5 days as a note', async () => {
  const values = { dc_delivered_to_doctor_date: '2026-03-02' };
  draw({ state_of_death: 'FL' }, [certifier], { deathCertificate: { version: 1, values } });
  expect(await screen.findByText(/since Mar 2, 2026 · was due Mar 5, 2026$/)).toBeTruthy();
  expect(
    screen.getByText('Florida gives the certifier 72 hours. 5 days after delivery to the doctor end on Mar 7, 2026.'),
  ).toBeTruthy();
});
