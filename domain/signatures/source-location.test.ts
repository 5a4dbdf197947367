import { expect, it } from 'vitest';
import { caseSections } from '#domain/cases/sections/case-sections.ts';
import { caseSources } from './case-sources.ts';
import { sourceLocation } from './source-location.ts';

it('leads from every source that can be empty to an existing field', () => {
  const never = ['case.number', 'case.today'];
  const lost = caseSources.filter(({ id }) => {
    const place = sourceLocation(id);
    if (place === undefined) return !never.includes(id);
    if (place.at === 'home') return !id.startsWith('home.');
    const section = caseSections.find((one) => one.id === place.section);
    return !section?.fields.some(({ name }: { name: string }) => place.field === '' || name === place.field);
  });
  expect(lost.map(({ id }) => id)).toEqual([]);
  expect(sourceLocation('deceased.date_of_birth')).toEqual({ at: 'case', section: 'deceased', field: 'date_of_birth' });
});
