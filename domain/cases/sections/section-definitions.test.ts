import { describe, expect, it } from 'vitest';
import { descriptionOf, essentialSections, isSectionId, isSectionShown } from './section-definitions.ts';

describe('the heads of the sections', () => {
  it('name the five that no view can hide (D2 §9)', () => {
    expect(essentialSections).toEqual(['deceased', 'service', 'informant', 'financial', 'notes']);
  });

  it('say what a section holds where its title does not (D3 §2)', () => {
    expect(descriptionOf('disclosuresAgreement')).toBe('Legal disclosures, payment terms, and signature requirements');
    expect(descriptionOf('deceased')).toBeUndefined();
  });

  it('know an id from any other text', () => {
    expect(['medical', 'nonsense', 'constructor', ''].map(isSectionId)).toEqual([true, false, false, false]);
  });

  it('show the cemetery with a burial or in the whole view, every other section always (D2 §2)', () => {
    const types = ['traditional', 'graveside', 'direct_burial', 'cremation', undefined];
    expect(types.map((type) => isSectionShown('cemetery', type, 'essential'))).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
    expect(isSectionShown('cemetery', 'cremation', 'all')).toBe(true);
    expect(isSectionShown('medical', 'traditional', 'essential')).toBe(true);
  });
});
