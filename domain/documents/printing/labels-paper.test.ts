import { expect, it } from 'vitest';
import type { StoredSections } from '#domain/cases/section-patch.ts';
import { labelsOf } from './case-papers.ts';

it('prints one label per person, and one for each of two relatives at one address', () => {
  const at = (first_name: string, last_name: string) => ({
    ...{ first_name, last_name, address_street: '18 Sevilla Street', city: 'Palatka', state: 'FL', zip_code: '32177' },
  });
  const next_of_kins = [at('José', 'Peña'), at('Thúy', 'Vũ'), at('Jose', 'Peña'), at('Thủy', 'Vũ')];
  const stored = { informant: { values: { next_of_kins } } } as unknown as StoredSections;
  expect(labelsOf(stored).map(([name]) => name)).toEqual(['Thúy Vũ', 'Jose Peña', 'Thủy Vũ']);
});
