import { Anchor, Button } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck, IconCircleMinus, IconMinus } from '@tabler/icons-react';
import { useId } from 'react';
import { Link } from 'react-router';
import { gateEndpoints } from '#domain/gates/gate.endpoints.ts';
import type { CaseGates, GateCheck } from '#domain/gates/gate.schema.ts';
import { formatDate } from '#domain/shared/values/calendar-date.ts';
import { formatTime } from '#domain/shared/values/date-time.ts';
import { LawSource } from '../cases/parts/law-source.tsx';
import { paths } from '../paths.ts';
import { useCan, useCurrentUser } from '../team/parts/current-user.ts';
import { toastFailure, toastSuccess } from '../ui/feedback/toasts.tsx';
import { usePreserveFocus } from '../ui/preserve-focus.ts';
import { timeAtHome } from '../ui/time/time-text.ts';
import classes from './checks-page.module.css';
import { fixOf, type GateRecord } from './gate-entry.ts';
import { beforeGate, checksIn, GateProgress, stateLabels } from './parts/gate-text.tsx';
import { useChangeGates } from './queries.ts';

export interface GateParts {
  caseId: string;
  gates: CaseGates;
  gate: CaseGates['gates'][number];
  timeZone: string;
  canRecord: boolean;
  canOverride: boolean;
  onRecord: (record: GateRecord) => void;
}

const signs = {
  missing: IconAlertCircle,
  overridden: IconCircleMinus,
  met: IconCircleCheck,
  not_needed: IconMinus,
} as const;
const groups = ['missing', 'overridden', 'met', 'not_needed'] as const;

/** Groups the checks of a gate: missing ones with their fixes first, then overridden, met and those not needed. */
export const GatePanel = (props: GateParts & { isFilled: boolean }) => {
  const { gate, gates, isFilled } = props;
  const { planned } = gates;
  const heading = useId();
  const panel = usePreserveFocus<HTMLElement>();
  const shown = groups.map((state) => ({ state, checks: checksIn(gate, state) })).filter(({ checks }) => checks[0]);
  return (
    <section ref={panel} tabIndex={-1} className={classes.panel} aria-labelledby={heading}>
      <header className={classes.head}>
        <div>
          <h2 id={heading}>
            {beforeGate(gate.gate)}: {gate.done} of {gate.of}
          </h2>
          <span className={classes.dim}>
            {[
              ...shown.map(({ state, checks }) => `${checks.length} ${stateLabels[state].toLowerCase()}`),
              gate.is_at_plan &&
                planned &&
                `for ${[formatDate(planned.date), planned.time && formatTime(planned.time)].filter(Boolean).join(', ')}`,
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </div>
        <GateProgress gate={gate} />
      </header>
      {shown.map(({ state, checks }) => {
        const Sign = signs[state];
        return (
          <section key={state} className={classes.group} data-state={state} aria-label={stateLabels[state]}>
            <h3>
              <Sign size={16} stroke={1.8} aria-hidden /> {stateLabels[state]}, {checks.length}
            </h3>
            <ul className={classes.list}>
              {checks.map((check, at) => (
                <li key={check.check} className={classes.check}>
                  <Sign size={24} stroke={1.8} aria-hidden className={classes.sign} />
                  <div className={classes.words}>
                    <strong>{check.title}</strong>
                    <Words {...props} check={check} />
                  </div>
                  <div className={classes.actions}>
                    {state === 'overridden' ? (
                      <>
                        <ChangeOverride {...props} check={check} kind="confirm" />
                        <ChangeOverride {...props} check={check} kind="withdraw" />
                      </>
                    ) : (
                      <Fix {...props} check={check} isFilled={isFilled && state === 'missing' && at === 0} />
                    )}
                  </div>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </section>
  );
};

type CheckParts = GateParts & { check: GateCheck };

const Words = ({ check: { override, text, source }, timeZone }: CheckParts) => (
  <>
    {override ? (
      <>
        <span>
          {override.by_name}, with {override.second_name} as second person
        </span>
        <span className={classes.dim}>
          {override.confirmed_at
            ? `${override.second_name} confirmed it ${timeAtHome(override.confirmed_at, timeZone)}`
            : `${override.second_name} has not confirmed it on a device of their own`}
        </span>
        <blockquote>“{override.reason}”</blockquote>
        <span className={classes.dim}>{timeAtHome(override.at, timeZone)} · the owner was notified</span>
      </>
    ) : (
      <span>{text}</span>
    )}
    {source && source.reliability !== 'house' && (
      <span className={classes.dim}>
        <LawSource source={source} isBrief />
      </span>
    )}
  </>
);

const overrideChanges = {
  confirm: { label: 'Confirm', done: 'Override confirmed' },
  withdraw: { label: 'Withdraw', done: 'Override withdrawn' },
} as const;

/** The second person confirms; each director can withdraw. */
const ChangeOverride = ({ kind, ...props }: CheckParts & { kind: keyof typeof overrideChanges }) => {
  const { caseId, canOverride } = props;
  const { gate } = props.gate;
  const { check, title, override } = props.check;
  const change = useChangeGates(caseId);
  const me = useCurrentUser().id;
  const isOpen = kind === 'withdraw' || (override?.second_id === me && !override.confirmed_at);
  if (!canOverride || !isOpen) return null;
  const { label, done } = overrideChanges[kind];
  return (
    <Button
      variant={kind === 'confirm' ? 'filled' : 'default'}
      loading={change.isPending}
      aria-label={`${label} the override: ${title}`}
      onClick={() =>
        change.mutate((call) => call(gateEndpoints[kind], { params: { id: caseId, gate, check } }), {
          onSuccess: () => toastSuccess(done),
          onError: toastFailure,
        })
      }
    >
      {label}
    </Button>
  );
};

const Fix = ({ check, gates, gate, caseId, canRecord, onRecord, isFilled }: CheckParts & { isFilled: boolean }) => {
  const canSend = useCan()('signature:send');
  const isFixable = check.state === 'missing' && canRecord;
  const { label, to, record } = fixOf(check, { caseId, gates, gate: gate.gate, isFixable });
  const look = isFixable
    ? ({ variant: isFilled ? 'filled' : 'default' } as const)
    : ({ variant: 'subtle', size: 'compact-sm' } as const);
  return (
    <>
      {record && canRecord && (
        <Button {...look} aria-label={`${label}: ${check.title}`} onClick={() => onRecord(record)}>
          {label}
        </Button>
      )}
      {to && (
        <Button {...look} component={Link} to={to} aria-label={`${label}: ${check.title}`}>
          {label}
        </Button>
      )}
      {isFixable && check.check === 'objection' && (
        <Button variant="subtle" size="compact-sm" onClick={() => onRecord({ kind: 'objection' })}>
          Record another
        </Button>
      )}
      {isFixable && check.check === 'authorization' && canSend && (
        <Anchor component={Link} to={paths.signatureNew(caseId)} inherit className={classes.second}>
          Request signatures
        </Anchor>
      )}
    </>
  );
};
