import { describe, expect, it } from 'vitest';
import { jurisdictions, usStates } from '#domain/shared/values/us-state.ts';
import { stateOptions } from './state-options.ts';

describe('stateOptions', () => {
  it('lists the documented 50 states, unless the home works with the territories', () => {
    expect(stateOptions(jurisdictions, false)).toHaveLength(50);
    expect(stateOptions(usStates, true).map(({ value }) => value)).toEqual(jurisdictions.map(({ code }) => code));
  });
});
