import { randomUUID } from 'node:crypto';
import type { Logger } from '@aws-lambda-powertools/logger';
import { resentTo } from '#domain/signatures/envelope.ts';
import { endOfReminders, isReminderHour, recipientsToRemind } from '#domain/signatures/reminders.ts';
import { createHomeRepository } from '#functions/organizations/repository/homes.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import type { KeyWrapper } from '#functions/platform/store/subject-keys.ts';
import type { Table } from '#functions/platform/store/table.ts';
import { WriteConflict } from '#functions/platform/store/transactions/retry-on-conflict.ts';
import { systemUnitOfWork } from '#functions/platform/store/transactions/unit-of-work.ts';
import {
  createEnvelopeRepository,
  type OpenEnvelope,
  openEnvelopes,
  remindedUpToItem,
  reminderCursor,
  stablePosition,
} from '#functions/signatures/repository/envelopes.ts';

interface RemindingDependencies {
  table: Table;
  logger: Logger;
  now: () => Date;
  /** Seals what the trail says of people. */
  keyWrapper: KeyWrapper;
  /** How long a run may take; with what is left then the next run begins, which comes an hour later. */
  budgetMs?: number;
  /** How many envelopes a run looks at. */
  mostPerRun?: number;
}

/** More are not read at once; those that DocuSeal is to be asked about next are among them. */
const maxRead = 20_000;

type Home = { time_zone: string; signature_reminders: Parameters<typeof recipientsToRemind>[1] };

/** Has the people of one envelope mailed whose turn it is and who let their time pass; answers how many. */
const remindOf = async (
  { table, now, keyWrapper }: RemindingDependencies,
  { organizationId, id }: { organizationId: string; id: string },
  homes: ReadonlyMap<string, Home>,
): Promise<number> => {
  const at = now();
  const keys = keysOf(organizationId);
  const envelopes = createEnvelopeRepository(table, keys);
  const record = await envelopes.find(id);
  const home = record && homes.get(record.funeral_home_id);
  if (!record || !home || !isReminderHour(home.time_zone, at)) return 0;
  const people = recipientsToRemind(record, home.signature_reminders, at).map((one) => one.id);
  if (people.length === 0) return 0;
  const actor = { id: null, name: 'System', role: null } as const;
  const trace = { actor, ip: null, requestId: `signing-remind-${randomUUID()}`, now: at };
  const next = { ...record, ...resentTo(record, people, { by: '', now: at, kind: 'reminded' }) };
  const names = record.recipients.filter((one) => people.includes(one.id)).map(({ name }) => name);
  const work = systemUnitOfWork({ table, keyWrapper }, organizationId, trace)
    .add(envelopes.change(record, next))
    .audit('envelope.reminded', record.case_id, [
      { field: 'envelopes.title', from: record.title, to: record.title },
      { field: 'envelopes.recipients', from: null, to: names.join(', ') },
    ]);
  // The note of it and the request commit together: dead before it, the next hour does it; after it, nobody does.
  for (const recipient_id of people)
    work.announce('envelope.resend-requested', record.case_id, {
      ...{ envelope_id: id, case_id: record.case_id, recipient_id, day_ends: endOfReminders(home.time_zone, at) },
    });
  await work.step();
  return people.length;
};

/** The open envelopes in an order that no run changes, beginning behind the one that the last run ended with. */
const fromLastPlace = async (table: Table): Promise<OpenEnvelope[]> => {
  const open = (await openEnvelopes(table, maxRead)).sort((a, b) => (stablePosition(a) < stablePosition(b) ? -1 : 1));
  const last = await reminderCursor(table);
  const first = open.findIndex((one) => stablePosition(one) > last);
  return first < 1 ? open : [...open.slice(first), ...open.slice(0, first)];
};

/**
 * Every hour: who was asked to sign by mail and has not is reminded by the rhythm of their home, in the hours of its day
 * alone. One envelope that fails stops no other. Where there are more than one run can look at, the next one goes on with
 * those that were left: nobody waits for longer than anybody else.
 */
export const remindSigners =
  (dependencies: RemindingDependencies) => async (): Promise<{ open: number; reminded: number; failed: number }> => {
    const { table, logger, budgetMs = 90_000, mostPerRun: maxPerRun = maxRead } = dependencies;
    const until = performance.now() + budgetMs;
    const open = await fromLastPlace(table);
    const homes = new Map<string, ReadonlyMap<string, Home>>();
    const run = { open: open.length, reminded: 0, failed: 0 };
    for (const [at, envelope] of open.entries()) {
      const { organizationId } = envelope;
      const before = open[at - 1];
      if (before && (at >= maxPerRun || performance.now() > until)) {
        await table.transact([{ put: remindedUpToItem(before) }]);
        break;
      }
      try {
        const known =
          homes.get(organizationId) ?? (await createHomeRepository(table, keysOf(organizationId)).homeRhythms());
        homes.set(organizationId, known);
        run.reminded += await remindOf(dependencies, envelope, known);
      } catch (error) {
        // Somebody changes it at this moment: the next hour looks again.
        if (error instanceof WriteConflict) continue;
        run.failed += 1;
        logger.error('not reminded', { organization_id: organizationId, reason: (error as Error).name });
      }
    }
    return run;
  };
