import type { InvalidateOptions, QueryClient, QueryKey } from '@tanstack/react-query';
import { calendarKeys } from './calendar/keys.ts';
import { caseKeys } from './cases/keys.ts';
import { customerKeys } from './customers/keys.ts';
import { deadlineKeys } from './deadlines/keys.ts';
import { firstCallKeys } from './first-calls/keys.ts';
import { importKeys } from './imports/keys.ts';
import { figuresFollow } from './insight/figures-follow.ts';
import { paymentKeys } from './payments/keys.ts';
import { permitKeys } from './permits/keys.ts';
import { statementKeys } from './statements/keys.ts';
import { submissionKeys } from './submissions/keys.ts';

type ChangeOfCase =
  | 'case.changed'
  | 'case.total-agreed'
  | 'case.kin-changed'
  | 'permit.changed'
  | 'payment.changed'
  | 'ledger.changed';
type OtherChange =
  | 'case.opened'
  | 'case.gone'
  | 'report.changed'
  | 'report.converted'
  | 'first-call.changed'
  | 'first-call.converted'
  | 'import.changed'
  | 'customers.imported'
  | 'cases.imported';

/** Where cases stand beside one another. What is due, and when, follows from cases. */
const amongCases: readonly QueryKey[] = [caseKeys.lists, caseKeys.queues, deadlineKeys.lists, calendarKeys.all];
/** Those whom a new case names get it, or are entered with it. */
const ofNewCases: readonly QueryKey[] = [...amongCases, caseKeys.nextNumbers, customerKeys.all];

/** What is read again after a change, by what changed. */
const follows: Readonly<Record<ChangeOfCase | OtherChange, (caseId: string) => readonly QueryKey[]>> = {
  'case.opened': () => ofNewCases,
  // A further version of the Statement can be finalized once its fees are others.
  'case.changed': (caseId) => [caseKeys.auditLog(caseId), statementKeys.ofCase(caseId), ...amongCases],
  // What is still to be paid follows from it.
  'case.total-agreed': () => [paymentKeys.all],
  // A next of kin may have been entered as a customer, or have got the case.
  'case.kin-changed': () => [customerKeys.all],
  // Its report or first call waits again, and its customers have one case less.
  'case.gone': () => [submissionKeys.all, firstCallKeys.all, customerKeys.all, ...amongCases],
  // The server makes deadlines of permits, and raises the case's version.
  'permit.changed': (caseId) => [
    permitKeys.ofCase(caseId),
    caseKeys.one(caseId),
    caseKeys.auditLog(caseId),
    deadlineKeys.all,
  ],
  // Lists of cases and customers show what was paid.
  'payment.changed': (caseId) => [caseKeys.auditLog(caseId), caseKeys.lists, customerKeys.all],
  // Apart from the line above: whoever changed a ledger is told where this was not read.
  'ledger.changed': (caseId) => [caseKeys.one(caseId), paymentKeys.all],
  'report.changed': () => [submissionKeys.lists],
  'report.converted': () => [submissionKeys.all, ...ofNewCases],
  'first-call.changed': () => [firstCallKeys.lists],
  'first-call.converted': () => [firstCallKeys.all, ...ofNewCases],
  'import.changed': () => [importKeys.all],
  'customers.imported': () => [customerKeys.all],
  'cases.imported': () => ofNewCases,
};

interface Follow {
  (client: QueryClient, change: OtherChange): Promise<void>;
  (client: QueryClient, change: ChangeOfCase, caseId: string, options?: InvalidateOptions): Promise<void>;
}

/** Reads again what follows from a change that was made here, and lets the figures follow. */
export const follow: Follow = async (
  client: QueryClient,
  change: ChangeOfCase | OtherChange,
  caseId?: string,
  options: InvalidateOptions = {},
) => {
  const read = follows[change](caseId ?? '').map((queryKey) => client.invalidateQueries({ queryKey }, options));
  await Promise.all([...read, figuresFollow(client)]);
};
