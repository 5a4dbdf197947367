import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from '@aws-lambda-powertools/logger';
import type { Context } from 'aws-lambda';
import * as z from 'zod';
import type { AuditAction } from '#domain/shared/audit/audit-actions.ts';
import { profileSchema } from '#functions/organizations/repository/organization-record.ts';
import { profileOfSubject } from '#functions/organizations/repository/organizations.ts';
import { count } from '#functions/platform/adapters/metrics.ts';
import { reasonOf } from '#functions/platform/api/middleware/errors.ts';
import { auditWrite, type Change } from '#functions/platform/store/audit/audit-log.ts';
import { type Keys, keysOf } from '#functions/platform/store/keys.ts';
import { withDeadline } from '#functions/platform/store/retries.ts';
import type { Table, Write } from '#functions/platform/store/table.ts';
import { secondOf, untilSignInCounts } from '#functions/team/repository/second-factor.ts';

interface SignInOf {
  keys: Keys;
  id: string;
  name: string;
  role: string;
}

const memberOfSubject = async (table: Table, sub: string): Promise<SignInOf | undefined> => {
  const found = await profileOfSubject(table, sub);
  if (!found) return undefined;
  const keys = keysOf(found.organization_id);
  const item = await table.get(keys.profile(found.profile_id));
  if (!item) return undefined;
  const { id, first_name, last_name, role } = profileSchema.parse(item);
  return { keys, id, name: `${first_name} ${last_name}`.trim(), role };
};

/** Returns the number of attempts since the last success. */
const recordSignInAttempt = async (table: Table, { keys, id }: SignInOf): Promise<number> =>
  Number((await table.update({ update: keys.signIns(id), add: { tries: 1 } })).tries);

/** Returns the number of attempts up to now, including this one. */
const resetSignInAttempts = async (table: Table, { keys, id }: SignInOf): Promise<number> => {
  const tries = Number((await table.get(keys.signIns(id)))?.tries ?? 0);
  await table.update({ update: keys.signIns(id), set: { tries: 0 } });
  return tries;
};

const PoolEvent = z.looseObject({
  triggerSource: z.string(),
  userPoolId: z.string(),
  userName: z.string(),
  request: z.looseObject({ userAttributes: z.record(z.string(), z.string()).default({}) }),
});
export type PoolEvent = z.output<typeof PoolEvent>;

interface Dependencies {
  table: Table;
  logger: Logger;
  now: () => Date;
  endSessions(userPoolId: string, userName: string): Promise<void>;
}

/** The pool waits 5 seconds, including the function's start. */
const patienceMs = 3_500;
/** Failed attempts in a row recorded singly, then every tenth, to limit the audit log. */
const recordedSingly = 20;
/** Failed attempts in a row that raise an alarm. */
const alarming = 10;

const recorded = (
  member: SignInOf,
  action: AuditAction,
  {
    requestId,
    now,
    changes = [],
    byMember = true,
  }: { requestId: string; now: Date; changes?: Change[]; byMember?: boolean },
): Write => {
  const actor = byMember
    ? { id: member.id, name: member.name, role: member.role }
    : ({ id: null, name: 'System', role: null } as const);
  return auditWrite(member.keys, { actor, ip: null, requestId, now }, action, member.id, changes);
};

const inARow = (to: number): Change[] => [{ field: 'in_a_row', from: null, to }];

const forgotPassword = 'PostConfirmation_ConfirmForgotPassword';
type Handle = (member: SignInOf, requestId: string, event: PoolEvent) => Promise<void>;

const handlersOf = ({ table, now, endSessions }: Omit<Dependencies, 'logger'>) => {
  const begun = async (member: SignInOf, requestId: string): Promise<void> => {
    const tries = await recordSignInAttempt(table, member);
    if (tries >= alarming && tries % alarming === 0) count('SignInTriesOfOne');
    if (tries > recordedSingly && tries % alarming !== 0) return;
    const changes = tries > recordedSingly ? inARow(tries) : [];
    await table.transact([recorded(member, 'sign_in.begun', { requestId, now: now(), changes, byMember: false })]);
  };

  const succeeded = async (member: SignInOf, requestId: string): Promise<void> => {
    const failed = (await resetSignInAttempts(table, member)) - 1;
    const changes = failed > 0 ? [{ field: 'failed_before', from: null, to: failed }] : [];
    await table.transact([recorded(member, 'sign_in.succeeded', { requestId, now: now(), changes })]);
  };

  const passwordReset = async (member: SignInOf, requestId: string, event: PoolEvent): Promise<void> => {
    const at = now();
    await table.transact([
      { update: member.keys.profile(member.id), set: { sessions_since: secondOf(at) }, when: 'exists' },
      recorded(member, 'password.reset', { requestId, now: at }),
    ]);
    const counts = wait(untilSignInCounts(at));
    // Calls are already rejected; this ends the pool's own tokens.
    await endSessions(event.userPoolId, event.userName).catch(() => count('PoolSessionsLeft'));
    await counts;
  };

  return {
    PreAuthentication_Authentication: begun,
    PostAuthentication_Authentication: succeeded,
    [forgotPassword]: passwordReset,
  } satisfies Record<string, Handle>;
};

/**
 * A sign-in is recorded before the password check: without a later success it failed. A failing or slow table never
 * blocks it. After a forgotten password every session ends before the pool responds; if that fails, the user repeats
 * it.
 */
export const onSignIn = ({ logger, ...dependencies }: Dependencies) => {
  const handlers: Readonly<Record<string, Handle>> = handlersOf(dependencies);
  const { table } = dependencies;
  return async (event: unknown, { awsRequestId }: Pick<Context, 'awsRequestId'>): Promise<unknown> => {
    const poolEvent = PoolEvent.parse(event);
    const handle = handlers[poolEvent.triggerSource];
    const work = async (): Promise<void> => {
      const member = handle && (await memberOfSubject(table, poolEvent.request.userAttributes.sub ?? ''));
      if (member) await handle(member, awsRequestId, poolEvent);
    };
    const isReset = poolEvent.triggerSource === forgotPassword;
    try {
      await (isReset ? work() : withDeadline(Date.now() + patienceMs, work));
    } catch (error) {
      if (isReset) throw error;
      count('SignInsUnrecorded');
      logger.error('sign-in not recorded', { trigger: poolEvent.triggerSource, reason: reasonOf(error) });
    }
    return event;
  };
};
