import { type FunctionName, functions } from '#infra/functions.ts';

const names = Object.keys(functions) as FunctionName[];

/** Functions invoked by stream, queues and schedules. */
export const triggered = names.filter((name) => {
  const row = functions[name];
  return 'trigger' in row && !('userPool' in row.trigger);
});
/** Functions invoked by requests, including user pool triggers. */
export const requested = names.filter((name) => !triggered.includes(name));

/** Returns the queue for batches that a stream reader's event source mapping abandoned. */
export const undeliveredQueue = (name: FunctionName): string => `${name}-undelivered`;
