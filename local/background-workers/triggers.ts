import { type FunctionName, functions } from '#infra/functions.ts';

const names = Object.keys(functions) as FunctionName[];

/** The functions that stream, queues and schedules invoke. */
export const triggered = names.filter((name) => {
  const row = functions[name];
  return 'trigger' in row && !('userPool' in row.trigger);
});
/** The functions that requests invoke, also those that the user pool asks while somebody waits. */
export const requested = names.filter((name) => !triggered.includes(name));

/** Where the event source mapping of a stream's reader puts what it gave up. */
export const undeliveredQueue = (name: FunctionName): string => `${name}-undelivered`;
