import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { sectionDefinitions } from '#domain/cases/sections/section-definitions.ts';
import { auditActions } from '#domain/shared/audit/audit-actions.ts';
import { addDays, isCalendarDate, startOfDay } from '#domain/shared/values/calendar-date.ts';
import { useApi } from '../../api/api-context.ts';
import type { CaseAuditFilters } from '../../cases/queries.ts';
import { membersQuery } from '../../team/queries.ts';
import { DayInput } from '../../ui/time/day-input.tsx';
import { actionText } from '../parts/audit-text.ts';
import classes from './audit-drawer.module.css';

/** What is chosen: days as they are typed, everything else as the call takes it; '' for all. */
export interface AuditChoice {
  action: string;
  actor: string;
  section: string;
  from: string;
  to: string;
}

export const everything: AuditChoice = { action: '', actor: '', section: '', from: '', to: '' };

const actions = Object.entries(auditActions).flatMap(([value, { kind }]) =>
  kind === 'CASE' ? [{ value, label: actionText(value) }] : [],
);
const sections = sectionDefinitions.map(({ id, title }) => ({ value: id, label: title }));

/** A choice as the call takes it: days begin and end where the home is. */
export const filtersOf = ({ from, to, ...choice }: AuditChoice, timeZone: string): CaseAuditFilters => {
  const instant = (day: string) => startOfDay(day, timeZone).toISOString();
  const given = {
    ...choice,
    from: isCalendarDate(from) ? instant(from) : '',
    to: isCalendarDate(to) ? instant(addDays(to, 1)) : '',
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
};

interface AuditFiltersProps {
  choice: AuditChoice;
  onChange: (choice: AuditChoice) => void;
}

/** Narrows the audit log of a case by what was done, by whom, in which section, and when. */
export const AuditFilters = ({ choice, onChange }: AuditFiltersProps) => {
  const call = useApi();
  const members = useQuery(membersQuery(call)).data ?? [];
  const select = (name: 'action' | 'actor' | 'section', label: string, all: string, data: Option[]) => (
    <NativeSelect
      aria-label={label}
      value={choice[name]}
      onChange={(event) => onChange({ ...choice, [name]: event.currentTarget.value })}
      data={[{ value: '', label: all }, ...data]}
    />
  );
  const day = (name: 'from' | 'to', label: string) => (
    <DayInput label={label} value={choice[name]} onChange={(value) => onChange({ ...choice, [name]: value })} />
  );
  const isNarrowed = Object.values(choice).some((value) => value !== '');
  return (
    <search className={classes.filters} aria-label="Filter the audit log">
      {select('action', 'Action', 'All actions', actions)}
      {select(
        'actor',
        'Person',
        'Everybody',
        members.map(({ id, full_name }) => ({ value: id, label: full_name })),
      )}
      {select('section', 'Section', 'All sections', sections)}
      {day('from', 'From')}
      {day('to', 'To')}
      {isNarrowed && (
        <Button className={classes.clear} variant="subtle" size="compact-sm" onClick={() => onChange(everything)}>
          Clear filters
        </Button>
      )}
    </search>
  );
};

interface Option {
  value: string;
  label: string;
}
