import { IconAlertTriangle } from '@tabler/icons-react';
import type { CaseRow } from '#domain/cases/case.schema.ts';
import { shownCaseNumber } from '#domain/cases/case-number.ts';
import { nextStepOn } from '#domain/cases/open-items.ts';
import { formatDate, todayIn } from '#domain/shared/values/calendar-date.ts';
import { formatMoney, parseMoney } from '#domain/shared/values/money.ts';
import { capitalize } from '#domain/shared/values/text.ts';
import { PaperButton } from '../../documents/parts/paper-button.tsx';
import { gateMark } from '../../gates/parts/gate-text.tsx';
import { useTimeZoneAt } from '../../organizations/homes/queries.ts';
import { useCurrentUser } from '../../team/parts/current-user.ts';
import { PhoneLink } from '../../ui/fields/field-list.tsx';
import { ClampedText, NoWrap, SecondaryLine, SpaceBetween } from '../../ui/lists/cells.tsx';
import type { Column } from '../../ui/lists/record-list.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { TimeAgo } from '../../ui/time/time-ago.tsx';
import { ageText, lifeDates } from '../../ui/time/time-text.ts';
import { dayAndTime, serviceTypeOf } from '../parts/case-text.ts';
import classes from './case-columns.module.css';

/** 'Mar 9, 1941 – Mar 1, 2026, aged 84'. */
const lifeOf = (row: CaseRow): string =>
  [lifeDates(row.date_of_birth, row.date_of_death), ageText(row.date_of_birth, row.date_of_death)]
    .filter(Boolean)
    .join(', ');

const serviceTimeOf = (row: CaseRow): string => dayAndTime(row.service_date, row.service_time);

/** '3 fields missing'. */
const lacksOf = ({ missing_count: count }: CaseRow): string =>
  count === 0 ? '' : `${count} ${count === 1 ? 'field' : 'fields'} missing`;

export const LifeDatesCell = ({ row }: { row: CaseRow }) => <SecondaryLine>{lifeOf(row)}</SecondaryLine>;

const Status = ({ row }: { row: CaseRow }) => (
  <>
    <StatusBadge status={row.status} />
    <SecondaryLine>{lacksOf(row)}</SecondaryLine>
    <Checks row={row} />
  </>
);

/** The checks that are missing shortly before the last step. */
const Checks = ({ row }: { row: CaseRow }) => {
  const text = gateMark(row, useTimeZoneAt(row.funeral_home_id), new Date());
  if (!text) return null;
  return (
    <span className={classes.checks}>
      <IconAlertTriangle size={14} stroke={1.8} aria-hidden /> {text}
    </span>
  );
};

/** Returns the next step of an active case, and by when. */
const useNextStep = (row: CaseRow) => {
  const today = todayIn(useCurrentUser().funeral_home_details.time_zone, new Date());
  const step = nextStepOn(row.next_steps, today);
  const due = step?.due && `${step.due < today ? 'was due' : 'due'} ${formatDate(step.due)}`;
  return step && { label: step.label, due };
};

const NextCell = ({ row }: { row: CaseRow }) => {
  const step = useNextStep(row);
  return (
    step && (
      <>
        {step.label}
        {step.due && <SecondaryLine>{capitalize(step.due)}</SecondaryLine>}
      </>
    )
  );
};

const NextLine = ({ row }: { row: CaseRow }) => {
  const step = useNextStep(row);
  return step && <div>Next: {[step.label, step.due].filter(Boolean).join(', ')}</div>;
};

/** The total received with its receipt (D2 §2); empty without payments. */
const Deposit = ({ row }: { row: CaseRow }) => {
  const paid = parseMoney(row.total_paid) ?? 0;
  if (paid <= 0) return null;
  return (
    <div className={classes.deposit}>
      <NoWrap>
        <span className={classes.word}>Paid </span>
        {formatMoney(paid)}
      </NoWrap>
      <PaperButton paper="depositReceipt" id={row.id} isSmall label={`Deposit receipt for ${shownCaseNumber(row)}`}>
        Receipt
      </PaperButton>
    </div>
  );
};

export const caseColumns: readonly Column<CaseRow>[] = [
  {
    header: 'Case number',
    orderings: ['created_at', '-created_at'],
    cell: (row) => (
      <>
        <NoWrap>{shownCaseNumber(row)}</NoWrap>
        <SecondaryLine>
          <span className={classes.home}>
            <ClampedText text={row.funeral_home_name} />
          </span>
          <TimeAgo at={row.created_at} />
        </SecondaryLine>
      </>
    ),
  },
  { header: 'Status', cell: (row) => <Status row={row} /> },
  { header: 'Next', priority: 3, cell: (row) => <NextCell row={row} /> },
  {
    header: 'Service',
    orderings: ['service_date', '-service_date'],
    cell: (row) => (
      <>
        <NoWrap>{serviceTypeOf(row.service_type) || '—'}</NoWrap>
        <SecondaryLine>{serviceTimeOf(row)}</SecondaryLine>
      </>
    ),
  },
  {
    header: 'Informant',
    cell: (row) => (
      <>
        {row.informant_name || '—'}
        {row.informant_phone && (
          <SecondaryLine>
            <PhoneLink phone={row.informant_phone} />
          </SecondaryLine>
        )}
      </>
    ),
  },
  { header: 'Deposits', priority: 2, cell: (row) => <Deposit row={row} /> },
];

export const CaseCard = ({ row }: { row: CaseRow }) => (
  <>
    <SpaceBetween>
      <SecondaryLine>{shownCaseNumber(row)}</SecondaryLine>
      <StatusBadge status={row.status} />
    </SpaceBetween>
    <LifeDatesCell row={row} />
    <SpaceBetween>
      <span>{[serviceTypeOf(row.service_type), serviceTimeOf(row)].filter(Boolean).join(', ')}</span>
      <SecondaryLine>{lacksOf(row)}</SecondaryLine>
    </SpaceBetween>
    <NextLine row={row} />
    <Checks row={row} />
    <SpaceBetween>
      <span>
        {row.informant_name} <PhoneLink phone={row.informant_phone} />
      </span>
      <SecondaryLine>
        <TimeAgo at={row.created_at} />
      </SecondaryLine>
    </SpaceBetween>
    <Deposit row={row} />
  </>
);
