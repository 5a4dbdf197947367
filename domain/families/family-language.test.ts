import { expect, it } from 'vitest';
import { languageOfFamily } from './family-language.ts';

it('writes to a family in the language of its case, else in the one chosen or reported before, else in English', () => {
  expect(languageOfFamily({ family_language: 'es' }, 'en')).toBe('es');
  expect(languageOfFamily({ family_language: '' }, undefined, 'es')).toBe('es');
  expect(languageOfFamily({ family_language: 'xx' })).toBe('en');
  expect(languageOfFamily(undefined)).toBe('en');
});
