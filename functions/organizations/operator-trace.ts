import type { Trace } from '#functions/store/audit.ts';

/** Who the audit log names for what an operator does from the command line. */
export const operatorTrace = (now: Date): Trace => ({
  actor: { id: null, name: 'System', role: null },
  ip: null,
  requestId: 'operator',
  now,
});
