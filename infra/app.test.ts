import { describe, expect, it } from 'vitest';
import { functionOf } from '#tests/infra/roles.ts';
import { type StackName, synthesize } from '#tests/infra/synthesis.ts';
import { functions } from './functions.ts';

const synthesis = await synthesize();
const { all, deployedBefore } = synthesis;

describe('deployment order', () => {
  const order: StackName[] = [
    'data',
    'identity',
    'edge',
    'events',
    'api',
    'routes',
    'alarms',
    'pages',
    'budget',
    'backups',
  ];

  it.each(order)('%s waits for every stack before it', (stack) => {
    expect(deployedBefore(stack).sort()).toEqual(order.slice(0, order.indexOf(stack)).sort());
  });

  it('makes only the backups wait for the budget, which an Organization may refuse', () => {
    const ofBilling = all().filter(({ Type }) => /^AWS::(Budgets|CE|Organizations|Support\w*)::/.test(Type));
    expect(ofBilling.map(({ stack, Type }) => `${stack} ${Type}`)).toEqual([
      'Stillwater-prod-Budget AWS::Budgets::Budget',
    ]);
    expect(order.filter((stack) => deployedBefore(stack).includes('budget'))).toEqual(['backups']);
  });

  it('deploys pages after the API: no other stack writes files of the sites', () => {
    const writing = all('Custom::CDKBucketDeployment').map(({ stack }) => stack);
    expect(new Set(writing)).toEqual(new Set(['Stillwater-prod-Pages']));
    expect(deployedBefore('pages')).toEqual(expect.arrayContaining(['api', 'routes']));
  });

  it('deploys event rules before the functions that write events', () => {
    for (const [name, row] of Object.entries(functions))
      if ('endpoints' in row) expect(functionOf(synthesis, name as keyof typeof functions).stack).toMatch(/-Api$/);
    expect(all('AWS::Events::Rule').every(({ stack }) => stack.endsWith('-Events'))).toBe(true);
    expect(deployedBefore('api')).toContain('events');
  });
});
