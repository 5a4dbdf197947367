import { Anchor } from '@mantine/core';
import { skipToken, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { PossibleDuplicateCase } from '#domain/cases/case.schema.ts';
import { caseMessages } from '#domain/cases/case-lifecycle.ts';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import { formatDate, todayIn } from '#domain/shared/values/calendar-date.ts';
import { useCurrentUser } from '../../team/parts/current-user.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { caseKeys } from '../keys.ts';
import { DuplicateCases } from '../parts/like-cases.tsx';
import { gapSearch } from './case-gaps.ts';
import classes from './life.module.css';

/** What is to be known of a case because of its status, and of others that were said to be alike when it was opened. */
export const CaseStateNotice = ({ kase: caseRecord }: { kase: Case }) => (
  <>
    <OpenedBeside caseId={caseRecord.id} />
    {caseRecord.status === 'completed' && (
      <div className={classes.notice}>
        <Notice tone="info">
          {caseMessages.completed} {caseMessages.stillOpen}
        </Notice>
      </div>
    )}
    {caseRecord.status === 'cancelled' && <Cancelled kase={caseRecord} />}
    {caseRecord.status === 'active' && !caseRecord.marital_status && caseRecord.stillborn !== true && (
      <Asked section="demographics" field="marital_status" what="marital status" />
    )}
    {caseRecord.status === 'active' && caseRecord.marital_status === 'married' && <SpouseAsked kase={caseRecord} />}
  </>
);

/** An active case of somebody who was married names the spouse (D2 §5); the status may have come alone. */
const SpouseAsked = ({ kase: { spouse_first_name: first, spouse_last_name: last } }: { kase: Case }) =>
  (!first || !last) && (
    <Asked
      section="family"
      field={first ? 'spouse_last_name' : 'spouse_first_name'}
      what={first ? 'spouse’s last name' : last ? 'spouse’s first name' : 'spouse’s name'}
    />
  );

/** What an active case needs and does not have, and the way to it. */
const Asked = ({ section, field, what }: { section: string; field: string; what: string }) => (
  <div className={classes.notice}>
    <Notice tone="warning">
      The {what} is missing.{' '}
      <Anchor component={Link} to={{ search: gapSearch({ section, field }) }} replace inherit underline="always">
        Enter the {what}
      </Anchor>
    </Notice>
  </div>
);

/** Why, by whom and when (D2 §4). */
const Cancelled = ({ kase: caseRecord }: { kase: Case }) => {
  const { time_zone } = useCurrentUser().funeral_home_details;
  const { cancelled_at: at } = caseRecord;
  return (
    <div className={classes.notice}>
      <Notice tone="warning" title={caseMessages.cancelled}>
        <dl className={classes.facts}>
          <div>
            <dt>Reason</dt>
            <dd>{caseRecord.cancellation_reason || 'None given'}</dd>
          </div>
          <div>
            <dt>Cancelled by</dt>
            <dd>{caseRecord.cancelled_by_name || 'System'}</dd>
          </div>
          <div>
            <dt>Date</dt>
            <dd>{at ? formatDate(todayIn(time_zone, new Date(at))) : 'Unknown'}</dd>
          </div>
        </dl>
      </Notice>
    </div>
  );
};

/** The answer that opened the case, as long as the page remembers it. */
const OpenedBeside = ({ caseId }: { caseId: string }) => {
  const { data: alike = [] } = useQuery<PossibleDuplicateCase[]>({
    queryKey: caseKeys.alike(caseId),
    queryFn: skipToken,
  });
  if (alike.length === 0) return null;
  return (
    <div className={classes.notice}>
      <DuplicateCases cases={alike} />
    </div>
  );
};
