import type * as z from 'zod';
import { careEndpoints } from '#domain/care/care.endpoints.ts';
import type { MoveConflict } from '#domain/care/care.schema.ts';
import { wayText } from '#domain/care/entry-text.ts';
import type { GateCheck } from '#domain/gates/gate.schema.ts';
import { ApiError, conflictOf, isTransientError, messageOf } from '#domain/shared/contract/client.ts';
import { missingChecks } from '../gates/parts/gate-text.tsx';
import { timeAtHome } from '../ui/time/time-text.ts';
import type { OfflineMove } from './offline-care.ts';

/** True if the same request may succeed later. */
export const isUnreachable = (error: unknown): boolean =>
  isTransientError(error) || (error instanceof ApiError && error.status === 401);

interface SendWith {
  send: (move: OfflineMove) => Promise<unknown>;
  keep: (move: OfflineMove) => Promise<unknown>;
  forget: (move: Pick<OfflineMove, 'key'>) => Promise<unknown>;
  /** Says in one sentence why the server refused a move. */
  reasonOf: (error: unknown) => string;
  now: () => Date;
}

/**
 * Sends the moves of this device in order. A refused one stays to settle, and so do the later ones of the same subject
 * that do not settle it: their number may fit again, but they would follow an entry that was not known here.
 */
export const sendMoves = async (moves: readonly OfflineMove[], { send, keep, forget, reasonOf, now }: SendWith) => {
  const halting: OfflineMove[] = [];
  const isHalted = ({ subjectId, settles = [] }: OfflineMove): boolean =>
    halting.some((one) => one.subjectId === subjectId && !settles.includes(one.key));
  const result = { sent: 0, refused: 0 };
  const refuse = async (move: OfflineMove, text: string) => {
    halting.push(move);
    result.refused++;
    await keep({ ...move, refused: { text, at: now().toISOString() } });
  };
  for (const move of moves) {
    if (move.refused) halting.push(move);
    else if (isHalted(move)) await refuse(move, 'It follows a move that was not recorded.');
    else
      try {
        await send(move);
        for (const key of [...(move.settles ?? []), move.key]) await forget({ key });
        result.sent++;
      } catch (error) {
        if (isUnreachable(error)) return result;
        await refuse(move, reasonOf(error));
      }
  }
  return result;
};

export interface Refusal {
  text: string;
  missing: readonly GateCheck[];
  /** Another entry came first. */
  current?: NonNullable<z.output<typeof MoveConflict>['current']>;
}

/** Returns why the server refused a move. */
export const refusalOf = (error: unknown, timeZone: string): Refusal => {
  const { current, missing = [] } = conflictOf(careEndpoints.move, error) ?? {};
  // No scan changes a record that has ended.
  if (current?.entry && current.subject.state !== 'ended') {
    const { entry } = current;
    const who = entry.recorded_by_name || 'A colleague';
    const text = `${who} recorded ${wayText(entry)} first, ${timeAtHome(entry.happened_at, timeZone)}.`;
    return { text, missing, current };
  }
  if (missing.length > 0)
    return { text: `${missingChecks(missing.length)}: ${missing.map(({ title }) => title).join(', ')}.`, missing };
  return { text: messageOf(error), missing };
};
