import { describe, expect, it } from 'vitest';
import { placeAfter, placeAt } from './onboarding-page.tsx';

describe('set-up order', () => {
  it('starts at the first open step', () => {
    expect(placeAt(undefined, { next_step: 'team' })).toBe('team');
    expect(placeAt(undefined, { next_step: null })).toBe('finish');
  });

  it('opens the step of the address if it exists', () => {
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
