import { countingYear } from '#domain/cases/case-number.ts';
import { todayIn } from '#domain/values/calendar-date.ts';
import { type Cases, NumberTaken } from '#functions/records/cases/cases.ts';
import type { PlainHome } from '#functions/records/organizations/homes.ts';
import { WriteConflict } from '#functions/store/commits/retry-on-conflict.ts';
import type { Write } from '#functions/store/table.ts';

/**
 * The number of a new case: the one that was asked for, or the home's next; with what moves the counter. The number's own
 * item is what makes it the case's alone. The counter only says from where to look for a free one, and may lag: so it
 * follows the commit, and does not spoil the transactions of all who open cases at the same moment.
 */
export const numberFor = async (
  cases: Pick<Cases, 'nextNumber' | 'advance'>,
  home: Pick<PlainHome, 'id' | 'time_zone' | 'case_numbering'>,
  manual: string | undefined,
  now: Date,
): Promise<{ case_number: string; counted: Write | undefined }> => {
  if (manual) return { case_number: manual, counted: undefined };
  const year = Number(todayIn(home.time_zone, now).slice(0, 4));
  const next = await cases.nextNumber(home.id, year, home.case_numbering);
  return {
    case_number: next.number,
    counted: cases.advance(home.id, countingYear(home.case_numbering, year), next),
  };
};

interface Locks {
  withLock: <T>(what: string, work: () => Promise<T>) => Promise<T>;
}

/**
 * One try to open a case. Who comes second for a number that nobody asked for gets the next one, and from then on those
 * who want one come in turn: spoiled transactions cost more than waiting.
 */
export const withNumber = async <T>(
  locks: Locks,
  { manual, tries }: { manual: string | undefined; tries: number },
  open: () => Promise<T>,
): Promise<T> => {
  try {
    return await (tries === 1 || manual ? open() : locks.withLock('case-number', open));
  } catch (error) {
    throw error instanceof NumberTaken && !manual ? new WriteConflict() : error;
  }
};
