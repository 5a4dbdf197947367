import { describe, expect, it } from 'vitest';
import { descriptionOf, essentialSections, isSectionId, isSectionShown } from './section-definitions.ts';

describe('section definitions', () => {
  it('lists the five sections that no view can hide (D2 §9)', () => {
    expect(essentialSections).toEqual(['deceased', 'service', 'informant', 'financial', 'notes']);
  });

  it('describes a section whose title is not enough (D3 §2)', () => {
    expect(descriptionOf('disclosuresAgreement')).toBe('Legal disclosures, payment terms, and signature requirements');
    expect(descriptionOf('deceased')).toBeUndefined();
  });

  it('recognizes only ids of sections', () => {
    expect(['medical', 'nonsense', 'constructor', ''].map(isSectionId)).toEqual([true, false, false, false]);
  });

  it('shows the cemetery only for burials (D2 §2)', () => {
    expect([true, false].map((isBurial) => isSectionShown('cemetery', isBurial))).toEqual([true, false]);
    expect(isSectionShown('medical', false)).toBe(true);
  });
});
