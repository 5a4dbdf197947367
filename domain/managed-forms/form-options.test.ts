import { describe, expect, it } from 'vitest';
import { leftOut, optionalParts, ownChoice } from './form-options.ts';
import { SentFormSettings } from './managed-form.schema.ts';

describe('optional parts', () => {
  const live = {
    ...{ id: 'c_1', name: 'Live Oak', cost: '4800.00', note: '', note_spanish: '' },
    ...{ street: '1', city: 'x', state: 'FL', zip: '32086' },
  };

  it('omits what the home turned off, and the address of a cemetery of its list', () => {
    expect(leftOut(undefined, {}).size).toBe(0);
    expect(leftOut({ switched_off: ['alias'], cemeteries: null }, {})).toEqual(new Set(['alias']));
    const shape = { switched_off: [], cemeteries: [live] };
    expect(leftOut(shape, { cemetery_choice: 'other' }).size).toBe(0);
    expect(leftOut(shape, { cemetery_choice: ownChoice(live) }).has('cemetery_street')).toBe(true);
  });

  it('cannot omit a field that the death certificate needs', () => {
    expect(SentFormSettings.safeParse({ switched_off: [...optionalParts] }).success).toBe(true);
    for (const part of ['contact', 'deceased', 'death', 'next-of-kin', 'agreement', 'employment', 'additional'])
      expect(SentFormSettings.safeParse({ switched_off: [part] }).success, part).toBe(false);
  });
});
