import { expect, it } from 'vitest';
import { languageOfFamily } from './family-view.ts';

it('uses the language of the case, else one chosen or reported before, or English', () => {
  expect(languageOfFamily({ family_language: 'es' }, 'en')).toBe('es');
  expect(languageOfFamily({ family_language: '' }, undefined, 'es')).toBe('es');
  expect(languageOfFamily({ family_language: 'xx' })).toBe('en');
  expect(languageOfFamily(undefined)).toBe('en');
});
