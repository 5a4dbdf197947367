// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { presentCase } from '#domain/cases/present-case.ts';
import { exampleCore, exampleSections } from '#domain/cases/testing/example-case.ts';
import { answering, renderPage } from '../../../testing/render-page.tsx';
import { CaseDeadlines } from './case-deadlines.tsx';

const draw = (deceased: Record<string, unknown>) => {
  const values = { ...exampleSections.deceased, ...deceased };
  const kase = presentCase(exampleCore, { deceased: { version: 1, values } });
  renderPage(<CaseDeadlines kase={kase} />, {
    call: answering({
      'GET /api/services/cases/{id}/deadlines/': () => [],
      'GET /api/customers/funeral-homes/': () => ({ count: 0, next: null, previous: null, results: [] }),
    }),
  });
};
const links = () => screen.queryAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
const to = (field: string) => `/cases/${exampleCore.id}?section=deceased&field=${field}`;

it('names what the deadlines of a case wait for, each the way to its field', async () => {
  draw({ date_of_death: '' });
  expect(await screen.findByText(/^Deadlines appear once the/)).toHaveProperty(
    'textContent',
    'Deadlines appear once the date of death and the state of death are recorded.',
  );
  expect(links()).toEqual([
    ['date of death', to('date_of_death')],
    ['state of death', to('state_of_death')],
  ]);
});

it('does not say that there are none while the state of death is not known', async () => {
  draw({});
  expect(await screen.findByText(/^Deadlines appear once the/)).toHaveProperty(
    'textContent',
    'Deadlines appear once the state of death is recorded.',
  );
  expect(links()).toEqual([['state of death', to('state_of_death')]]);
});

it.each([{ state_of_death: 'GA' }, { country_of_death: 'CAN' }])('waits for nothing more with %o', async (deceased) => {
  draw(deceased);
  expect(await screen.findByText('No deadlines now.')).toBeTruthy();
  expect(links()).toEqual([]);
});
