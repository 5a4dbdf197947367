import { expect, it } from 'vitest';
import { firstCallSections } from '#domain/first-calls/first-call.sections.ts';
import { unansweredOf } from './sheet-section.tsx';

it('asks to confirm a name of one letter only if there is one', () => {
  const { fields = [] } = firstCallSections.find(({ id }) => id === 'deceased') ?? {};
  const namesFor = (deceased_first_name: string) =>
    unansweredOf(fields, { status: 'draft', deceased_first_name, deceased_last_name: 'Pruitt' }, '2026-03-10').map(
      ({ name }) => name,
    );
  expect(namesFor('Robert')).not.toContain('deceased_whole_name');
  expect(namesFor('Robert')).toContain('date_of_birth');
  expect(namesFor('Ý')).toContain('deceased_whole_name');
});
