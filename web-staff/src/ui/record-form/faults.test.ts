import { describe, expect, it } from 'vitest';
import { ProfileChange } from '#domain/profiles/user-profile.endpoints.ts';
import { faultsOf, newFaults } from './faults.ts';

describe('faultsOf', () => {
  it('has the messages of each wrong field, and nothing for the others', () => {
    expect(faultsOf(ProfileChange, { first_name: '', last_name: 'Ames', phone: '12', title: '' })).toEqual({
      first_name: ['First name is required'],
      phone: ['Phone number must be 10 digits'],
    });
  });
});

describe('newFaults', () => {
  const old = { phone: ['Phone number must be 10 digits'], city: ['City is required'] };

  it('leaves out what was wrong before and was not touched', () => {
    expect(newFaults(old, old, new Set(['name']))).toEqual({});
  });

  it('names what an answer makes necessary, and what is wrong in another way now', () => {
    const now = { ...old, city: ['City is too long'], spouse: ['Spouse is required'] };
    expect(newFaults(old, now, new Set())).toEqual({ city: ['City is too long'], spouse: ['Spouse is required'] });
  });

  it('names what was changed and is still wrong', () => {
    expect(newFaults(old, old, new Set(['phone']))).toEqual({ phone: ['Phone number must be 10 digits'] });
  });
});
