import { describe, expect, it } from 'vitest';
import { placeAfter, placeAt } from './onboarding-page.tsx';

describe('the order of the set-up', () => {
  it('begins where the organization stands', () => {
    expect(placeAt(undefined, { next_step: 'team' })).toBe('team');
    expect(placeAt(undefined, { next_step: null })).toBe('finish');
  });

  it('goes where the address says, if there is such a step', () => {
    expect(placeAt('home', { next_step: 'team' })).toBe('home');
    expect(placeAt('finish', { next_step: 'team' })).toBe('finish');
    expect(placeAt('elsewhere', { next_step: 'team' })).toBe('team');
  });

  it('ends after the last step', () => {
    expect(['home', 'numbering', 'team', 'settings'].map((step) => placeAfter(step as 'home'))).toEqual([
      'numbering',
      'team',
      'settings',
      'finish',
    ]);
  });
});
