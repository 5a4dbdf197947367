import type { CaseRow } from '#domain/cases/case.schema.ts';
import type { CaseGates, GateCheck } from '#domain/gates/gate.schema.ts';
import { type Gate, gateLabels, gateOfStep } from '#domain/gates/gate-names.ts';
import { addDays, formatDate, todayIn } from '#domain/shared/values/calendar-date.ts';
import { formatTime, localDateTime } from '#domain/shared/values/date-time.ts';
import { pluralForm } from '#domain/shared/values/text.ts';
import { paths } from '../../paths.ts';
import classes from './gates.module.css';

type GateOfCase = CaseGates['gates'][number];
type State = GateCheck['state'];

/** Hours before a planned step in which a missing check is urgent. */
const nearHours = 48;

/** Returns whether a planned moment (a day, or 'YYYY-MM-DD HH:MM' at the home) is past or within 48 hours. */
export const isNear = (at: string, timeZone: string, now: Date): boolean =>
  at < localDateTime(timeZone, new Date(now.getTime() + nearHours * 3_600_000)).replace('T', ' ');

/** 'Before cremation'. */
export const beforeGate = (gate: Gate): string => `Before ${gateLabels[gate].toLowerCase()}`;

/** '3 checks missing'. */
export const missingChecks = (count: number): string => `${count} ${pluralForm(count, 'check', 'checks')} missing`;

const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' });

/** '3 checks missing before cremation Mon 10:00 AM' of a list row; '' if none is, or the step is not near. */
export const gateMark = ({ gate }: CaseRow, timeZone: string, now: Date): string => {
  if (!gate || gate.missing === 0 || !isNear(gate.at, timeZone, now)) return '';
  const [day = '', time = ''] = gate.at.split(' ');
  const today = todayIn(timeZone, now);
  const isAhead = day >= today && day < addDays(today, 7);
  const when = isAhead ? weekday.format(new Date(`${day}T00:00:00Z`)) : formatDate(day);
  const before = beforeGate(gate.gate).toLowerCase();
  return [missingChecks(gate.missing), before, when, formatTime(time)].filter(Boolean).join(' ');
};

export const checksIn = ({ checks }: Pick<GateOfCase, 'checks'>, state: State): GateCheck[] =>
  checks.filter((one) => one.state === state);

/** The gate's own step, if it is recorded. */
export const stepOfGate = ({ steps }: CaseGates, gate: Gate): CaseGates['steps'][number] | undefined =>
  steps.findLast(({ step }) => gateOfStep[step] === gate);

/** Returns the place that fixes a check, or the record that proves it; the page of checks for its own dialogs. */
export const pathOfCheck = (caseId: string, { place }: GateCheck, gate: Gate): string => {
  if (place.envelope_id) return paths.signature(place.envelope_id);
  const section = place.permit_id ? 'compliance' : place.section;
  if (!section) return paths.caseChecks(caseId, gate);
  return `${paths.case(caseId)}?section=${section}${place.field ? `&field=${place.field}` : ''}`;
};

export const stateLabels = {
  missing: 'Missing',
  overridden: 'Overridden',
  met: 'Met',
  not_needed: 'Not needed',
} as const;

/** One segment per needed check: met filled, overridden hatched, missing outlined. */
export const GateProgress = ({ gate: { checks } }: { gate: CaseGates['gates'][number] }) => {
  const states = (['met', 'overridden', 'missing'] as const)
    .map((state) => ({ state, count: checks.filter((one) => one.state === state).length }))
    .filter(({ count }) => count > 0);
  return (
    <span
      className={classes.progress}
      role="img"
      aria-label={states.map(({ state, count }) => `${count} ${stateLabels[state].toLowerCase()}`).join(', ')}
    >
      {states.flatMap(({ state, count }) =>
        Array.from({ length: count }, (_, at) => `${state}-${at}`).map((key) => (
          <span key={key} className={classes.pip} data-state={state} />
        )),
      )}
    </span>
  );
};
