import { Anchor, Button, Checkbox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { PossibleDuplicateCase } from '#domain/cases/case.schema.ts';
import { caseDuplicateKeys, type PersonOfCase } from '#domain/cases/case-validation.ts';
import { formatDate } from '#domain/shared/values/calendar-date.ts';
import { useApi } from '../../api/api-context.ts';
import { paths } from '../../paths.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { duplicatesQuery } from '../queries.ts';
import classes from './like-cases.module.css';

const debounceMs = 300;
const none: readonly PossibleDuplicateCase[] = [];

/** Returns possible duplicates, 300 ms after the last key, once there is enough to compare. */
export const useDuplicateCases = (person: PersonOfCase): readonly PossibleDuplicateCase[] => {
  const call = useApi();
  const [settled] = useDebouncedValue(JSON.stringify(person), debounceMs);
  const asked = JSON.parse(settled) as PersonOfCase;
  const { data } = useQuery({ ...duplicatesQuery(call, asked), enabled: caseDuplicateKeys(asked).length > 0 });
  return data ?? none;
};

/** Returns the open cases, because completed and cancelled cases take nothing more. */
export const attachableCases = <Like extends Pick<PossibleDuplicateCase, 'status'>>(cases: readonly Like[]): Like[] =>
  cases.filter(({ status }) => status === 'draft' || status === 'active');

interface LikeCasesProps {
  cases: readonly Pick<
    PossibleDuplicateCase,
    'id' | 'case_number' | 'deceased_full_name' | 'date_of_death' | 'status'
  >[];
  /** Attaches the record of the page to a case that is still open. */
  onAttach?: ((caseId: string) => void) | undefined;
  children?: ReactNode;
}

export const DuplicateCases = ({ cases, onAttach, children }: LikeCasesProps) => (
  <Notice tone="warning" title="This person may already have a case">
    <ul className={classes.list}>
      {cases.map((caseRecord) => (
        <li key={caseRecord.id}>
          <Anchor component={Link} to={paths.case(caseRecord.id)} inherit underline="always">
            {caseRecord.deceased_full_name || 'Name not given'}, {caseRecord.case_number}
          </Anchor>
          {caseRecord.date_of_death && `, died ${formatDate(caseRecord.date_of_death)}`}{' '}
          <StatusBadge status={caseRecord.status} />
          {onAttach && attachableCases([caseRecord]).length > 0 && (
            <div>
              <Button
                variant="default"
                my="xs"
                aria-label={`Attach to this case, ${caseRecord.case_number}`}
                onClick={() => onAttach(caseRecord.id)}
              >
                Attach to this case
              </Button>
            </div>
          )}
        </li>
      ))}
    </ul>
    {children}
  </Notice>
);

interface AnotherCaseProps {
  checked: boolean;
  tried: boolean;
  onChange: (checked: boolean) => void;
}

export const AnotherCase = ({ checked, tried, onChange }: AnotherCaseProps) => (
  <Checkbox
    mt="xs"
    label="This is a different person, or a second case is intended"
    checked={checked}
    error={tried && !checked && 'Check the case above, or check this box to continue'}
    onChange={(event) => onChange(event.currentTarget.checked)}
  />
);
