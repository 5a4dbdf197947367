import { Anchor, Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { PossibleDuplicateCase } from '#domain/cases/case.schema.ts';
import { formatDate } from '#domain/shared/values/calendar-date.ts';
import { paths } from '../../paths.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import classes from './like-cases.module.css';

interface LikeCasesProps {
  cases: readonly Pick<
    PossibleDuplicateCase,
    'id' | 'case_number' | 'deceased_full_name' | 'date_of_death' | 'status'
  >[];
  children?: ReactNode;
}

export const DuplicateCases = ({ cases, children }: LikeCasesProps) => (
  <Notice tone="warning" title="This person may already have a case">
    <ul className={classes.list}>
      {cases.map((caseRecord) => (
        <li key={caseRecord.id}>
          <Anchor component={Link} to={paths.case(caseRecord.id)} inherit underline="always">
            {caseRecord.deceased_full_name || 'Name not given'}, {caseRecord.case_number}
          </Anchor>
          {caseRecord.date_of_death && `, died ${formatDate(caseRecord.date_of_death)}`}{' '}
          <StatusBadge status={caseRecord.status} />
        </li>
      ))}
    </ul>
    {children}
  </Notice>
);

interface AnotherCaseProps {
  checked: boolean;
  /** Whether the user tried to continue without it. */
  tried: boolean;
  onChange: (checked: boolean) => void;
}

/** Confirms that a second case is intended. */
export const AnotherCase = ({ checked, tried, onChange }: AnotherCaseProps) => (
  <Checkbox
    mt="xs"
    label="This is a different person, or a second case is intended"
    checked={checked}
    error={tried && !checked && 'Check the case above, or check this box to continue'}
    onChange={(event) => onChange(event.currentTarget.checked)}
  />
);
