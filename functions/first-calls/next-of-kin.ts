import { firstCallEndpoints } from '#domain/first-calls/first-call.endpoints.ts';
import { kinErrors } from '#domain/first-calls/first-call.rules.ts';
import { invalid, notFound } from '#domain/shared/contract/errors.ts';
import { latestToday } from '#domain/shared/values/calendar-date.ts';
import { type FirstCallRecord, firstCalls, type KinRecord } from '#functions/first-calls/repository/first-calls.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { presentKin } from './shared/present-first-call.ts';
import { assertVersion, changeSheet, writing } from './shared/write-sheet.ts';

/** A next of kin who is told of one at a time has a name and a relationship, also on a draft (D2 §5). */
const assertWhole = (sent: Readonly<Record<string, unknown>>, now: Date): void => {
  const faults = kinErrors(sent, { today: latestToday(now), stage: 'active' });
  if (Object.keys(faults).length) throw invalid(faults);
};

const sentOf = ({ id, values }: KinRecord) => ({ ...values, id });

/** Where a next of kin stands in the list; throws 404 for one of another sheet. */
const indexOfKin = ({ next_of_kins }: FirstCallRecord, nokId: string): number => {
  const at = next_of_kins.findIndex(({ id }) => id === nokId);
  if (at < 0) throw notFound();
  return at;
};

export const listNoks = handler(firstCallEndpoints.noks, { firstCalls }, async ({ params }, { db }) =>
  (await db.firstCalls.require(params.id)).next_of_kins.map(presentKin),
);

export const addNok = handler(firstCallEndpoints.addNok, writing, ({ params, body }, context) => {
  const { db, work, now } = context;
  const { version, ...sent } = body;
  return work.attempt(
    () => db.firstCalls.require(params.id),
    async (before) => {
      await assertVersion(db.firstCalls, before, version);
      assertWhole(sent, now);
      const next = await changeSheet(context, before, { next_of_kins: [...before.next_of_kins.map(sentOf), sent] });
      return work.finish(presentKin(next.next_of_kins.at(-1) as KinRecord));
    },
  );
});

export const replaceNok = handler(firstCallEndpoints.replaceNok, writing, ({ params, body }, context) => {
  const { db, work, now } = context;
  const { version, ...sent } = body;
  return work.attempt(
    () => db.firstCalls.require(params.id),
    async (before) => {
      const at = indexOfKin(before, params.nokId);
      await assertVersion(db.firstCalls, before, version);
      assertWhole(sent, now);
      const list = before.next_of_kins.map(sentOf).with(at, { ...sent, id: params.nokId });
      const next = await changeSheet(context, before, { next_of_kins: list });
      return work.finish(presentKin(next.next_of_kins[at] as KinRecord));
    },
  );
});

export const removeNok = handler(firstCallEndpoints.removeNok, writing, ({ params }, context) => {
  const { db, work } = context;
  return work.attempt(
    () => db.firstCalls.require(params.id),
    async (before) => {
      const at = indexOfKin(before, params.nokId);
      await changeSheet(context, before, { next_of_kins: before.next_of_kins.map(sentOf).toSpliced(at, 1) });
      return work.finish({ success: true as const });
    },
  );
});
