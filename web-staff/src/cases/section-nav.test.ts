import { expect, it } from 'vitest';
import { presentCase } from '#domain/cases/present-case.ts';
import { exampleCore, exampleSections } from '#domain/cases/testing/example-case.ts';
import { railSections, summariesOf } from './section-nav.ts';

const informantOf = (values: Record<string, unknown>) =>
  summariesOf(
    presentCase(
      { ...exampleCore, status: 'draft' },
      { deceased: { version: 1, values: exampleSections.deceased }, informant: { version: 1, values } },
    ),
    '2026-11-26',
    () => true,
  ).informant.gaps.map(({ field }) => field);

it('D2 §5 counts an unnamed informant as one gap', () => {
  expect(informantOf({})).toEqual(['informant_relationship', 'informant']);
});

it('D2 §5 counts other gaps of an informant individually', () => {
  const named = { informant_name: 'Karin Lindqvist', informant_address: '118 Marine Street' };
  expect(informantOf(named)).toEqual(['informant_relationship']);
});

it('D2 §5 does not count what an active case needs only to be completed', () => {
  const caseRecord = presentCase(
    { ...exampleCore, status: 'active' },
    Object.fromEntries(
      (['deceased', 'service', 'informant'] as const).map((id) => [id, { version: 1, values: exampleSections[id] }]),
    ),
  );
  const summaries = summariesOf(caseRecord, '2026-11-26', () => true);
  const { gaps } = summaries.deceased;
  expect(gaps.length).toBeGreaterThan(0);
  expect(gaps.every(({ before }) => before === 'completed')).toBe(true);
  expect(railSections(summaries, (id) => id === 'deceased')).toMatchObject([
    { id: 'deceased', missing: 0 },
    { id: 'servicesFees' },
  ]);
});

it('links the Statement in a view that hides its section', () => {
  const summaries = summariesOf(presentCase({ ...exampleCore, status: 'draft' }, {}), '2026-11-26', () => true);
  expect(railSections(summaries, () => false)).toMatchObject([
    { id: 'servicesFees', subtitle: 'Statement of Funeral Goods and Services', group: 'Money' },
  ]);
});
