import { type FunctionName, functions } from '#infra/functions.ts';

const names = Object.keys(functions) as FunctionName[];

export const triggered = names.filter((name) => {
  const row = functions[name];
  return 'trigger' in row && !('userPool' in row.trigger);
});
export const requested = names.filter((name) => !triggered.includes(name));

export const undeliveredQueue = (name: FunctionName): string => `${name}-undelivered`;
