import { expect, it } from 'vitest';
import { presentCase } from '#domain/cases/present-case.ts';
import { exampleCore, exampleSections } from '#domain/cases/testing/example-case.ts';
import { summariesOf } from './case-rail.ts';

const informantOf = (values: Record<string, unknown>) =>
  summariesOf(
    presentCase(
      { ...exampleCore, status: 'draft' },
      { deceased: { version: 1, values: exampleSections.deceased }, informant: { version: 1, values } },
    ),
    '2026-11-26',
    () => true,
  ).informant.gaps.map(({ field }) => field);

it('D2 §5 an informant who is not named yet is missing once: the one line stands for name and address', () => {
  expect(informantOf({})).toEqual(['informant_relationship', 'informant']);
});

it('D2 §5 what of an informant is named by itself is missing by itself', () => {
  const named = { informant_name: 'Karin Lindqvist', informant_address: '118 Marine Street' };
  expect(informantOf(named)).toEqual(['informant_relationship']);
});
