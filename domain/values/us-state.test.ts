import { describe, expect, it } from 'vitest';
import { isUsState, jurisdictionCode, usStateCode } from './us-state.ts';

describe('US states', () => {
  it.each(['DC', 'PR', 'GU', 'VI', 'AS', 'MP'])('%s is a jurisdiction but not one of the 50 states', (code) => {
    expect(isUsState(code)).toBe(false);
    expect(usStateCode.safeParse(code).error?.issues[0]?.message).toBe('Please select a valid US state');
    expect(jurisdictionCode.parse(code)).toBe(code);
  });

  it('reads lower case and refuses what is no state', () => {
    expect(usStateCode.parse('fl')).toBe('FL');
    expect(jurisdictionCode.safeParse('ZZ').error?.issues[0]?.message).toBe('Please select a valid US state');
  });
});
