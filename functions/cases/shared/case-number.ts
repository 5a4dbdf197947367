import { countingYear } from '#domain/cases/case-number.ts';
import { todayIn } from '#domain/shared/values/calendar-date.ts';
import { type Cases, NumberTaken } from '#functions/cases/repository/cases.ts';
import type { PlainHome } from '#functions/organizations/repository/homes.ts';
import type { Write } from '#functions/platform/store/table.ts';
import { WriteConflict } from '#functions/platform/store/transactions/retry-on-conflict.ts';

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

/** One try to open a case. A number that was taken meanwhile begins another try, unless it was asked for by hand. */
export const withNumber = async <T>(manual: string | undefined, open: () => Promise<T>): Promise<T> => {
  try {
    return await open();
  } catch (error) {
    throw error instanceof NumberTaken && !manual ? new WriteConflict() : error;
  }
};
