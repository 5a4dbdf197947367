import type { CalendarDate } from '#domain/shared/values/calendar-date.ts';
import type { Fact } from './fact.ts';

/** A family's report of a death, as far as figures look at it. */
export interface CountedSubmission {
  readonly id: string;
  readonly funeral_home_id: string;
  readonly reference: string;
  readonly status: 'new' | 'contacted' | 'converted';
  readonly case_id: string | null;
  readonly received_on: CalendarDate;
  readonly title: string;
}

/** A report counts on the day it came, also where it became a case later. */
export function factsOfSubmission(submission: CountedSubmission): Fact[] {
  return [
    {
      group: 'report',
      homeId: submission.funeral_home_id,
      day: submission.received_on,
      add: { n: 1, [`status.${submission.status}`]: 1 },
      caseId: submission.case_id,
      submissionId: submission.id,
      title: submission.title || 'Name not given',
      detail: submission.reference,
    },
  ];
}
