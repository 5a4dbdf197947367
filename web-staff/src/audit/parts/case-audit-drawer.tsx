import { Button, NativeSelect } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useContext, useEffect, useRef, useState } from 'react';
import { sectionDefinitions } from '#domain/cases/sections/section-definitions.ts';
import { auditActions } from '#domain/shared/audit/audit-actions.ts';
import type { AuditProof, TrailProblem } from '#domain/shared/audit/audit-log.schema.ts';
import { addDays, isCalendarDate, startOfDay } from '#domain/shared/values/calendar-date.ts';
import { useApi } from '../../api/api-context.ts';
import { type CaseAuditFilters, caseAuditQuery, useVerifyAuditLog } from '../../cases/queries.ts';
import { useCurrentUser } from '../../team/parts/current-user.ts';
import { membersQuery } from '../../team/queries.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { toastFailure } from '../../ui/feedback/toasts.tsx';
import { SidePanel } from '../../ui/page/side-panel.tsx';
import { DayInput } from '../../ui/time/day-input.tsx';
import { HomeZone } from '../../ui/time/time-ago.tsx';
import { exactTime } from '../../ui/time/time-text.ts';
import classes from '../case/audit-drawer.module.css';
import { AuditList } from './audit-list.tsx';
import { actionText, caseAuditText } from './case-audit-text.ts';

/** Days as typed, other filters as on the wire; '' for all. */
interface AuditChoice {
  action: string;
  actor: string;
  section: string;
  from: string;
  to: string;
}

const everything: AuditChoice = { action: '', actor: '', section: '', from: '', to: '' };

const actions = Object.entries(auditActions).flatMap(([value, { kind }]) =>
  kind === 'CASE' ? [{ value, label: actionText(value) }] : [],
);
const sections = sectionDefinitions.map(({ id, title }) => ({ value: id, label: title }));

/** Converts days to instants in the location's time zone. */
const filtersOf = ({ from, to, ...choice }: AuditChoice, timeZone: string): CaseAuditFilters => {
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

const AuditFilters = ({ choice, onChange }: AuditFiltersProps) => {
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
        'Everyone',
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

const problems: Readonly<Record<TrailProblem, string>> = {
  'entry-changed': 'An entry was changed after it was recorded',
  'entry-missing': 'An entry was removed',
  'entry-unsealed': 'An entry was inserted later',
  'batch-changed': 'The seal on some entries was altered',
  'batch-missing': 'The seal on some entries was removed',
  'batch-out-of-order': 'The seals on this log are out of order',
  'batch-forged': 'The seal on some entries is not from Stillwater',
  'trail-cut': 'Earlier entries were removed',
  'trail-missing': 'The whole log was removed',
  'chain-cut': 'Your organization’s most recent seals were removed',
};

const entriesText = (count: number): string => `${count.toLocaleString('en-US')} ${count === 1 ? 'entry' : 'entries'}`;

export const provenText = ({ sealed, waiting, through }: AuditProof): string => {
  const proven =
    sealed === 0
      ? 'Nothing to verify yet.'
      : `${entriesText(sealed)} verified as unchanged${through ? `, through ${exactTime(through)}` : ''}.`;
  if (waiting === 0) return proven;
  return `${proven} ${entriesText(waiting)} from the last few minutes will be sealed shortly. Verify again then.`;
};

/** Proves on demand that no entry was changed, removed or inserted. */
const AuditVerification = ({ caseId }: { caseId: string }) => {
  const verification = useVerifyAuditLog(caseId);
  const proof = verification.data;
  const button = useRef<HTMLButtonElement>(null);
  // The disabled button loses the focus.
  const { isIdle, isPending } = verification;
  useEffect(() => {
    if (!isIdle && !isPending && document.activeElement === document.body) button.current?.focus();
  }, [isIdle, isPending]);
  return (
    <div className={classes.verify}>
      <Button
        ref={button}
        variant="default"
        fullWidth
        loading={isPending}
        leftSection={<IconShieldCheck size={18} stroke={1.6} aria-hidden />}
        onClick={() => verification.mutate(undefined, { onError: toastFailure })}
      >
        Verify this log
      </Button>
      {proof && <Result proof={proof} />}
    </div>
  );
};

const Result = ({ proof }: { proof: AuditProof }) =>
  proof.whole ? (
    <Notice tone="info" title="Nothing was changed or removed">
      {provenText(proof)}
    </Notice>
  ) : (
    <Notice tone="problem" title="This log has been altered">
      Contact Stillwater support right away. {provenText(proof)}
      <ul className={classes.findings}>
        {proof.findings.map(({ problem, entry_id, at }) => (
          <li key={`${problem} ${entry_id} ${at}`}>
            {problems[problem]}
            {at && `: ${exactTime(at)}`}
          </li>
        ))}
      </ul>
    </Notice>
  );

export const AuditDrawer = ({ caseId, onClose }: { caseId: string; onClose: () => void }) => {
  const call = useApi();
  const own = useCurrentUser().funeral_home_details.time_zone;
  const timeZone = useContext(HomeZone) ?? own;
  const [choice, setChoice] = useState(everything);
  const filters = filtersOf(choice, timeZone);
  const query = useInfiniteQuery({ ...caseAuditQuery(call, caseId, filters), placeholderData: keepPreviousData });
  return (
    <SidePanel title="Audit log" closeLabel="Close the audit log" onClose={onClose}>
      <AuditVerification caseId={caseId} />
      <AuditFilters choice={choice} onChange={setChoice} />
      <AuditList
        query={query}
        text={caseAuditText}
        {...(Object.keys(filters).length > 0 ? { empty: 'No matching entries' } : {})}
      />
    </SidePanel>
  );
};
