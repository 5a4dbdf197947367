import { describe, expect, it } from 'vitest';
import { isUsState, jurisdictionCode, jurisdictions, usStates } from './us-state.ts';

describe('US states', () => {
  it('list 50 states, and 56 jurisdictions with DC and the territories, by name', () => {
    expect(new Set(usStates.map(({ code }) => code)).size).toBe(50);
    expect(new Set(jurisdictions.map(({ code }) => code)).size).toBe(56);
    expect(jurisdictions).toContainEqual({ code: 'DC', name: 'District of Columbia' });
    const names = jurisdictions.map(({ name }) => name);
    expect(names).toEqual(names.toSorted());
  });

  it.each(['DC', 'PR', 'GU', 'VI', 'AS', 'MP'])('%s is a jurisdiction but not one of the 50 states', (code) => {
    expect(isUsState(code)).toBe(false);
    expect(jurisdictionCode.parse(code)).toBe(code);
  });

  it('accept lower case and reject other codes', () => {
    expect(jurisdictionCode.parse('fl')).toBe('FL');
    expect(jurisdictionCode.safeParse('ZZ').error?.issues[0]?.message).toBe('Please select a valid US state');
  });
});
