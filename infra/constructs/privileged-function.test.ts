import { describe, expect, it } from 'vitest';
import { type FunctionName, functions } from '#infra/functions.ts';
import { functionOf } from '#tests/infra/roles.ts';
import { synthesize } from '#tests/infra/synthesis.ts';

const synthesis = await synthesize();
const { flat } = synthesis;
const names = Object.keys(functions) as FunctionName[];

describe('functions', () => {
  it('gives each function its own log group', () => {
    const logGroups = names.map((name) => {
      const { Properties, stack } = functionOf(synthesis, name);
      return flat(Properties.LoggingConfig.LogGroup, stack);
    });
    expect(new Set(logGroups).size).toBe(names.length);
  });

  it('leases effects for as long as the function may run', () => {
    const leasing = names.flatMap((name) => {
      const { Environment, Timeout } = functionOf(synthesis, name).Properties;
      const lease = Environment?.Variables.EFFECT_LEASE_SECONDS;
      return lease === undefined ? [] : [[name, Number(lease) >= Timeout] as const];
    });
    expect(leasing).toEqual([
      ['signing-work', true],
      ['identity', true],
      ['notify', true],
    ]);
  });
});
