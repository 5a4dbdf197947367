import { randomUUID } from 'node:crypto';
import type { Logger } from '@aws-lambda-powertools/logger';
import { resentTo } from '#domain/signatures/envelope.ts';
import { endOfReminders, isReminderHour, recipientsToRemind } from '#domain/signatures/reminders.ts';
import { createHomeRepository } from '#functions/organizations/repository/homes.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import type { KeyWrapper } from '#functions/platform/store/subject-keys.ts';
import type { Table } from '#functions/platform/store/table.ts';
import { WriteConflictError } from '#functions/platform/store/transactions/retry-on-conflict.ts';
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
  keyWrapper: KeyWrapper;
  /** The run of the next hour continues after this time. */
  budgetMs?: number;
  mostPerRun?: number;
}

/** Limit of one read; envelopes with the next polls come first. */
const maxRead = 20_000;

type Home = { time_zone: string; signature_reminders: Parameters<typeof recipientsToRemind>[1] };

/** Reminds the people of an envelope whose interval is over; returns their number. */
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
  const people = recipientsToRemind(record, home.signature_reminders, at).map((recipient) => recipient.id);
  if (people.length === 0) return 0;
  const actor = { id: null, name: 'System', role: null } as const;
  const trace = { actor, ip: null, requestId: `signing-remind-${randomUUID()}`, now: at };
  const next = { ...record, ...resentTo(record, people, { by: '', now: at, kind: 'reminded' }) };
  const names = record.recipients.filter((recipient) => people.includes(recipient.id)).map(({ name }) => name);
  const work = systemUnitOfWork({ table, keyWrapper }, organizationId, trace)
    .add(envelopes.change(record, next))
    .audit('envelope.reminded', record.case_id, [
      { field: 'envelopes.title', from: record.title, to: record.title },
      { field: 'envelopes.recipients', from: null, to: names.join(', ') },
    ]);
  // The reminder and its request commit together, so that a crash neither loses nor repeats it.
  for (const recipient_id of people)
    work.announce('envelope.resend-requested', record.case_id, {
      envelope_id: id,
      case_id: record.case_id,
      recipient_id,
      day_ends: endOfReminders(home.time_zone, at),
    });
  await work.step();
  return people.length;
};

/** Returns open envelopes in a fixed order, starting after the last one of the previous run. */
const fromLastPlace = async (table: Table): Promise<OpenEnvelope[]> => {
  const open = (await openEnvelopes(table, maxRead)).sort((a, b) => (stablePosition(a) < stablePosition(b) ? -1 : 1));
  const last = await reminderCursor(table);
  const first = open.findIndex((openEnvelope) => stablePosition(openEnvelope) > last);
  return first < 1 ? open : [...open.slice(first), ...open.slice(0, first)];
};

/**
 * Reminds signers by email every hour, at the interval of their home and only by day. A failing envelope stops no
 * other. A run that does not reach all envelopes is continued by the next one, so that no envelope waits longer than
 * others.
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
        // A concurrent change; the next hour tries again.
        if (error instanceof WriteConflictError) continue;
        run.failed += 1;
        logger.error('not reminded', { organization_id: organizationId, reason: (error as Error).name });
      }
    }
    return run;
  };
