import { Button, Modal, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useId, useState } from 'react';
import { Link } from 'react-router';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import type { Deadline } from '#domain/deadlines/deadline.schema.ts';
import { cleanOverride, deadlineOutcomes, overrideErrors, overrideFields } from '#domain/deadlines/override.fields.ts';
import { isDuty } from '#domain/deadlines/rule-builders.ts';
import { stateRules } from '#domain/deadlines/state-rules.ts';
import { actorOf, isAllowed } from '#domain/registry/policies.ts';
import { isUnitedStates } from '#domain/shared/reference-data/countries-and-states.ts';
import { stringAt } from '#domain/shared/values/as-string.ts';
import { daysBetween, formatDate, momentIn } from '#domain/shared/values/calendar-date.ts';
import { stateName } from '#domain/shared/values/us-state.ts';
import { useApi } from '../../api/api-context.ts';
import { dayAndTime } from '../../cases/parts/case-text.ts';
import { LawSource } from '../../cases/parts/law-source.tsx';
import { useTimeZoneAt } from '../../organizations/homes/queries.ts';
import { paths } from '../../paths.ts';
import { useCurrentUser } from '../../team/parts/current-user.ts';
import { membersQuery } from '../../team/queries.ts';
import { Chip, DueChip } from '../../ui/chip.tsx';
import { DialogForm } from '../../ui/feedback/form-dialog.tsx';
import { QueryState } from '../../ui/feedback/states.tsx';
import { toastFailure, toastSuccess } from '../../ui/feedback/toasts.tsx';
import { FormFields } from '../../ui/fields/field-input.tsx';
import { useSentForm } from '../../ui/fields/use-values-form.ts';
import { useRestoreFocus } from '../../ui/preserve-focus.ts';
import { useEveryMinute } from '../../ui/time/time-ago.tsx';
import { caseDeadlinesQuery, useOverrideDeadline, useRunDeadlines } from '../queries.ts';
import classes from './deadlines.module.css';

const [settledField, dueField, ownerField, reasonField] = overrideFields;

interface DeadlineDialogProps {
  caseId: string;
  deadline: Deadline;
  canDecide: boolean;
  onClose: () => void;
}

const DeadlineDialog = ({ caseId, deadline, canDecide, onClose }: DeadlineDialogProps) => {
  useRestoreFocus();
  const { title, due, time, is_wait, why, source, override } = deadline;
  return (
    <Modal opened onClose={onClose} title={title} centered>
      <Stack gap="md">
        <div>
          <Text fw={600}>
            {is_wait ? 'Not before' : 'Due'} {dayAndTime(due, time)}
          </Text>
          <Text>{why}</Text>
          <Text className={classes.dim}>
            <LawSource source={source} />
          </Text>
        </div>
        {override && (
          <Text>
            {override.by_name} overridden: {overrideText(override)}. “{override.reason}”
          </Text>
        )}
        {canDecide ? (
          <Decision caseId={caseId} deadline={deadline} onClose={onClose} />
        ) : (
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
        )}
      </Stack>
    </Modal>
  );
};

const overrideText = ({ settled, due, owner }: NonNullable<Deadline['override']>): string =>
  [
    deadlineOutcomes.find(({ value }) => value === settled)?.label.toLowerCase(),
    due && `due ${formatDate(due)}`,
    owner && 'another owner',
  ]
    .filter(Boolean)
    .join(', ');

const Decision = ({ caseId, deadline, onClose }: Omit<DeadlineDialogProps, 'canDecide'>) => {
  const deciding = useOverrideDeadline(caseId);
  const members = useQuery(membersQuery(useApi())).data ?? [];
  const { kind, override } = deadline;
  const { form, ...sent } = useSentForm({
    start: { settled: override?.settled ?? '', due: override?.due ?? '', owner: override?.owner ?? '', reason: '' },
    judge: overrideErrors,
    send: (values) => deciding.mutateAsync({ kind, body: cleanOverride(values) }),
    done: 'Deadline changed',
    onDone: onClose,
  });
  const remove = () =>
    deciding.mutate(
      { kind },
      { onSuccess: () => [toastSuccess('Override removed'), onClose()], onError: toastFailure },
    );
  const owners = [
    { value: '', label: deadline.owner_name && !override?.owner ? deadline.owner_name : 'From the case' },
    ...members
      .filter(({ status }) => status === 'active')
      .map(({ id, first_name, last_name }) => ({ value: id, label: `${first_name} ${last_name}` })),
  ];
  return (
    <DialogForm label={`Override deadline: ${deadline.title}`} submit="Save" {...sent} onClose={onClose}>
      <FormFields
        form={form}
        fields={[settledField, dueField, { ...ownerField, kind: 'chosen', options: owners }, reasonField]}
      />
      {override && (
        <Button variant="subtle" loading={deciding.isPending} onClick={remove}>
          Remove override
        </Button>
      )}
    </DialogForm>
  );
};

export const CaseDeadlines = ({ caseRecord }: { caseRecord: Case }) => {
  const query = useQuery(caseDeadlinesQuery(useApi(), caseRecord.id, caseRecord.version));
  useEveryMinute();
  const { day: today, time } = momentIn(useTimeZoneAt(caseRecord.funeral_home_id), new Date());
  const viewer = actorOf(useCurrentUser());
  const [canDecide, canFill] = [
    isAllowed(viewer, 'deadline:decide', caseRecord),
    isAllowed(viewer, 'case:edit', caseRecord),
  ];
  const [shown, setShown] = useState(false);
  const [looking, setLooking] = useState<Deadline['kind']>();
  const all = query.data;
  if (!all) return <QueryState query={query} title="Failed to load deadlines" rows={2} height={64} />;
  const finished = all.filter(({ done }) => done);
  const open = all.filter(({ done }) => !done);
  // Duties precede limits.
  const ordered = [...open.filter(({ kind }) => isDuty(kind)), ...open.filter(({ kind }) => !isDuty(kind))];
  const looked = all.find(({ kind }) => kind === looking);
  const row = (deadline: Deadline) => (
    <Row key={deadline.kind} deadline={deadline} today={today} time={time} onLook={() => setLooking(deadline.kind)} />
  );
  if (!caseRecord.deadlines_run) return <NotRunning caseRecord={caseRecord} canStart={canDecide} />;
  return (
    <>
      <StateNote caseRecord={caseRecord} canFill={canFill} states={all.map(({ state }) => state)} />
      {open.length === 0 ? (
        <p className={classes.none}>
          {all.length > 0 ? 'All deadlines are done.' : <NoneYet caseRecord={caseRecord} canFill={canFill} />}
        </p>
      ) : (
        <ul className={classes.list}>{ordered.map(row)}</ul>
      )}
      {finished.length > 0 && (
        <Button variant="subtle" className={classes.more} aria-expanded={shown} onClick={() => setShown(!shown)}>
          {shown ? 'Hide' : 'Show'} {finished.length} done
        </Button>
      )}
      {shown && <ul className={classes.list}>{finished.map(row)}</ul>}
      {canDecide && all.length > 0 && <RunButton caseId={caseRecord.id} running={false} />}
      {looked && (
        <DeadlineDialog
          caseId={caseRecord.id}
          deadline={looked}
          canDecide={canDecide}
          onClose={() => setLooking(undefined)}
        />
      )}
    </>
  );
};

/** The deadlines below the sections, on screens without a sidebar. */
export const DeadlinesPanel = ({ caseRecord }: { caseRecord: Case }) => {
  const isNarrow = useMediaQuery('(max-width: 80em)', undefined, { getInitialValueInEffect: false });
  const heading = useId();
  return (
    isNarrow && (
      <section className={classes.narrow} aria-labelledby={heading}>
        <h2 id={heading}>Deadlines</h2>
        <CaseDeadlines caseRecord={caseRecord} />
      </section>
    )
  );
};

/** The missing facts that deadlines start from; a death abroad needs no state. */
const lackingIn = (caseRecord: Case): { field: string; label: string }[] => {
  const values = caseRecord.sections.deceased?.values;
  const country = values?.country_of_death;
  const isAbroad = typeof country === 'string' && !isUnitedStates(country);
  return [
    ...(values?.date_of_death ? [] : [{ field: 'date_of_death', label: 'date of death' }]),
    ...(values?.state_of_death || isAbroad ? [] : [{ field: 'state_of_death', label: 'state of death' }]),
  ];
};

const RunButton = ({ caseId, running }: { caseId: string; running: boolean }) => {
  const run = useRunDeadlines(caseId);
  return (
    <Button
      variant={running ? 'default' : 'subtle'}
      className={running ? undefined : classes.more}
      loading={run.isPending}
      onClick={() => run.mutate(running, { onError: toastFailure })}
    >
      {running ? 'Start deadlines' : 'Stop deadlines'}
    </Button>
  );
};

/** A closed or imported case: its deadlines run once a person starts them. */
const NotRunning = ({ caseRecord, canStart }: { caseRecord: Case; canStart: boolean }) => (
  <div className={classes.stopped}>
    <p>
      {caseRecord.status === 'completed'
        ? 'This case is completed. Its deadlines do not run.'
        : caseRecord.status === 'cancelled'
          ? 'A cancelled case has no deadlines.'
          : 'The deadlines of this case do not run.'}
    </p>
    {canStart && <RunButton caseId={caseRecord.id} running />}
  </div>
);

type StateNoteProps = { caseRecord: Case; canFill: boolean; states: readonly string[] };

const StateNote = ({ caseRecord, canFill, states }: StateNoteProps) => {
  const values = caseRecord.sections.deceased?.values;
  const state = stringAt(values, 'state_of_death');
  const rules = stateRules[state];
  if (state)
    return rules?.some(({ kind }) => kind === 'filing') ? null : (
      <p className={classes.none}>
        The rules of {stateName(state)} {rules && 'about filing '}are not known here. Ask its registrar about filing
        {!rules && ' and permits'}.
      </p>
    );
  const followed = states.find((one) => one !== '');
  const sender = stringAt(caseRecord.sections.servicesFees?.values, 'receiving_remains_from');
  if (followed === undefined || !isUnitedStates(stringAt(values, 'country_of_death'))) return null;
  const field = 'state of death';
  return (
    <p className={classes.none}>
      The{' '}
      {canFill ? <Link to={`${paths.case(caseRecord.id)}?section=deceased&field=state_of_death`}>{field}</Link> : field}{' '}
      is not recorded. Until it is, the rules of {stateName(followed)} count
      {sender && ', but not those about the certificate: the remains were received from '}
      {sender}.
    </p>
  );
};

/** Lists the missing fields that deadlines wait for, as links for those who can edit. */
const NoneYet = ({ caseRecord, canFill }: { caseRecord: Case; canFill: boolean }) => {
  const lacking = lackingIn(caseRecord);
  if (lacking.length === 0) return 'No deadlines.';
  return (
    <>
      Deadlines appear after the{' '}
      {lacking.map(({ field, label }, at) => (
        <Fragment key={field}>
          {at > 0 && ' and the '}
          {canFill ? <Link to={`${paths.case(caseRecord.id)}?section=deceased&field=${field}`}>{label}</Link> : label}
        </Fragment>
      ))}
      {lacking.length > 1 ? ' are recorded.' : ' is recorded.'}
    </>
  );
};
/** No field records preservation, so a past time is no alarm; the last day and the one before are. */
const PreservationChip = ({ daysLeft, time, now }: { daysLeft: number; time: string | null; now: string }) => {
  if (daysLeft < 0 || (daysLeft === 0 && time !== null && time < now)) return <Chip>Time passed</Chip>;
  return (
    <Chip tone={daysLeft <= 1 ? 'warn' : 'neutral'}>
      {daysLeft === 0 ? 'Before disposition, today' : daysLeft === 1 ? 'Before disposition, tomorrow' : 'Before'}
    </Chip>
  );
};

const State = ({ deadline, today, time }: { deadline: Deadline; today: string; time: string }) => {
  if (deadline.done) return <Chip tone="ok">Done</Chip>;
  if (deadline.broken) return <Chip tone="danger">Too early</Chip>;
  if (deadline.kind === 'preservation')
    return <PreservationChip daysLeft={daysBetween(today, deadline.due)} time={deadline.time} now={time} />;
  if (deadline.is_wait) return <Chip tone={deadline.due > today ? 'warn' : 'neutral'}>Not before</Chip>;
  const isOverdue = deadline.time !== null && deadline.time < time;
  return <DueChip daysLeft={daysBetween(today, deadline.due)} time={deadline.time} isOverdue={isOverdue} />;
};

interface RowProps {
  deadline: Deadline;
  today: string;
  time: string;
  onLook: () => void;
}

const Row = ({ deadline, today, time: now, onLook }: RowProps) => {
  const { title, due, time, owner_name, override, done, done_on } = deadline;
  return (
    <li>
      <button type="button" className={classes.row} onClick={onLook}>
        <State deadline={deadline} today={today} time={now} />
        <strong>{title}</strong>
        <span className={classes.dim}>
          {done && done_on ? `Done ${formatDate(done_on)}` : dayAndTime(due, time)}
          {owner_name && ` · ${owner_name}`}
          {override && ' · overridden'}
        </span>
      </button>
    </li>
  );
};
