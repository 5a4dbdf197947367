import { Anchor, Button } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router';
import { gateEndpoints } from '#domain/gates/gate.endpoints.ts';
import type { CaseGates } from '#domain/gates/gate.schema.ts';
import { gateLabels, gateOfStep, receiverLabels, type Step, stepLabels, steps } from '#domain/gates/gate-names.ts';
import { formatDate } from '#domain/shared/values/calendar-date.ts';
import { formatDateTime } from '#domain/shared/values/date-time.ts';
import { stateName } from '#domain/shared/values/us-state.ts';
import { relationshipOf } from '../cases/parts/kin-entries.ts';
import { LawSource } from '../cases/parts/law-source.tsx';
import { paths } from '../paths.ts';
import { Chip, type Tone } from '../ui/chip.tsx';
import { toastFailure, toastSuccess } from '../ui/feedback/toasts.tsx';
import { DisabledReasonButton } from '../ui/gated-button.tsx';
import { timeAtHome } from '../ui/time/time-text.ts';
import classes from './checks-page.module.css';
import type { GateParts } from './gate-panel.tsx';
import { checksIn, missingChecks, stepOfGate } from './parts/gate-text.tsx';
import { useChangeGates } from './queries.ts';

/** The step itself, the rule of the state, who must authorize, and overrides. */
export const GateAside = (props: GateParts) => {
  const isAuthorized = props.gate.checks.some(({ check }) => check === 'authorization');
  return (
    <aside className={classes.aside} aria-label="Step and rules">
      <RecordStep {...props} />
      {isAuthorized && <StateRule {...props} />}
      {isAuthorized && <Signers {...props} />}
      <Override {...props} />
    </aside>
  );
};

const Panel = ({ title, note, children }: { title: string; note?: ReactNode; children: ReactNode }) => {
  const heading = useId();
  return (
    <section className={classes.panel} aria-labelledby={heading}>
      <header className={classes.head}>
        <h2 id={heading}>{title}</h2>
        {note}
      </header>
      <div className={classes.body}>{children}</div>
    </section>
  );
};

/** The step behind a gate; a donation is a release to a program. */
const stepOf = (gate: GateParts['gate']['gate'], method: string): Step | undefined =>
  steps.find(
    (step) => gateOfStep[step] === gate && (gate !== 'release' || (step === 'donated') === (method === 'donation')),
  );

const RecordStep = ({ caseId, gates, gate, canRecord, canOverride, onRecord }: GateParts) => {
  const step = stepOf(gate.gate, gates.method.value);
  if (!step) return null;
  const missing = checksIn(gate, 'missing').length;
  const recorded = gates.steps.findLast((one) => one.step === step);
  const noun = step === 'donated' ? 'donation' : gateLabels[gate.gate].toLowerCase();
  const record = () => onRecord({ kind: 'step', step });
  if (recorded)
    return (
      <Panel title={stepLabels[step]}>
        <p>
          {formatDateTime(recorded.at)}, {recorded.place}
          {recorded.receiver && step === 'released' && ` (${receiverLabels[recorded.receiver].toLowerCase()})`}
        </p>
        {recorded.note && <p>{recorded.note}</p>}
        <p className={classes.dim}>Recorded by {recorded.by_name}</p>
        {canRecord && (
          <Button variant="default" onClick={record}>
            Correct time or place
          </Button>
        )}
        {canOverride && <TakeBack caseId={caseId} step={step} />}
      </Panel>
    );
  return (
    <Panel title={`Record the ${noun}`}>
      <p>
        Can be recorded when all {gate.of} checks are met or overridden. Everything else on this case can be saved at
        any time.
      </p>
      {canRecord && (
        <DisabledReasonButton
          fullWidth
          className={classes.blocked}
          variant={missing === 0 ? 'filled' : 'default'}
          reason={missing === 0 ? undefined : `Before it can be recorded: ${missingChecks(missing)}`}
          onClick={record}
        >
          Record {noun}
          {missing > 0 && ` · ${missing} missing`}
        </DisabledReasonButton>
      )}
      {canRecord && step === 'released' && missing > 0 && (
        <Button variant="subtle" size="compact-sm" onClick={() => onRecord({ kind: 'step', step, receiver: 'firm' })}>
          Released to another funeral home…
        </Button>
      )}
    </Panel>
  );
};

const TakeBack = ({ caseId, step }: { caseId: string; step: Step }) => {
  const change = useChangeGates(caseId);
  const [isSure, setSure] = useState(false);
  const takeBack = () =>
    change.mutate((call) => call(gateEndpoints.takeBack, { params: { id: caseId, step } }), {
      onSuccess: () => toastSuccess('Record taken back'),
      onError: toastFailure,
    });
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      color={isSure ? 'red' : undefined}
      loading={change.isPending}
      onClick={isSure ? takeBack : () => setSure(true)}
    >
      {isSure ? 'It did not happen: take the record back' : 'Recorded by mistake?'}
    </Button>
  );
};

const agreements = {
  one: 'One signature is enough.',
  majority: 'A majority decides.',
  all: 'Everyone must sign.',
} as const;

const StateRule = ({ gates: { authorization } }: GateParts) => {
  const { state, who, agreement, signers, statements, waiver, also, source, order_source } = authorization;
  return (
    <Panel
      title={state ? `${stateName(state)}’s rule` : 'Authorization'}
      note={<Chip>Reviewed {formatDate(source.reviewed)}</Chip>}
    >
      {!state && <p>The rule of this state is not known here. Check state law before anyone signs.</p>}
      {who && (
        <p>
          {who}. {signers.length > 1 && agreements[agreement]}
        </p>
      )}
      {also && <p>The crematory also needs {also}.</p>}
      {waiver && <p>The waiting period can be waived by {waiver}.</p>}
      <details>
        <summary>What the authorization must say</summary>
        <ul>
          {statements.map((statement) => (
            <li key={statement}>{statement}</li>
          ))}
        </ul>
      </details>
      <p className={classes.dim}>
        <LawSource source={source} />
      </p>
      {order_source.text !== source.text && (
        <p className={classes.dim}>
          <LawSource source={order_source} />
        </p>
      )}
    </Panel>
  );
};

const signerStates: Readonly<Record<CaseGates['authorization']['signers'][number]['state'], readonly [string, Tone]>> =
  {
    open: ['Not signed', 'warn'],
    signed: ['Signed', 'ok'],
    declined: ['Declined', 'danger'],
    unreachable: ['Cannot be reached', 'neutral'],
    withdrawn: ['Withdrawn', 'danger'],
  };

const Signers = ({ gates: { authorization }, timeZone, canRecord, onRecord }: GateParts) => {
  const { signers, others, signed, needed } = authorization;
  const answer = (person: string) =>
    canRecord && (
      <Button
        variant="subtle"
        size="compact-sm"
        aria-label={`Record answer of ${person}`}
        onClick={() => onRecord({ kind: 'answer', person })}
      >
        Record answer
      </Button>
    );
  return (
    <Panel title="Who must authorize" note={<span className={classes.dim}>{`${signed} of ${needed} needed`}</span>}>
      {signers.length === 0 && <p>No one on the case has the right to decide.</p>}
      <ul className={classes.list}>
        {signers.map(({ name, relationship, state, at, note, envelope_id }) => {
          const [text, tone] = signerStates[state];
          return (
            <li key={name} className={classes.person}>
              <div className={classes.words}>
                <strong>{name}</strong>
                <span className={classes.dim}>
                  {[relationshipOf({ relationship }), at && timeAtHome(at, timeZone), note && `“${note}”`]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
                <span className={classes.row}>
                  {answer(name)}
                  {envelope_id && (
                    <Anchor component={Link} to={paths.signature(envelope_id)} inherit className={classes.second}>
                      Signature request
                    </Anchor>
                  )}
                </span>
              </div>
              <Chip tone={tone}>{text}</Chip>
            </li>
          );
        })}
        {others.map((name) => (
          <li key={name} className={classes.person}>
            <div className={classes.words}>
              {name}
              <span className={classes.row}>{answer(name)}</span>
            </div>
            <Chip>Not asked</Chip>
          </li>
        ))}
      </ul>
    </Panel>
  );
};

const Override = ({ gates, gate, canRecord, canOverride, onRecord }: GateParts) => {
  const missing = checksIn(gate, 'missing');
  if (missing.length === 0 || !canRecord) return null;
  const at = stepOfGate(gates, gate.gate)?.at;
  return (
    <Panel title="Override a check">
      <p>
        {canOverride
          ? 'Give a reason, and name a second director or administrator who agrees. Both names stay on the record, and the owner is notified.'
          : 'A director or an administrator can override a check, with a reason and a second person.'}
      </p>
      {canOverride && (
        <Button
          variant="default"
          onClick={() => onRecord({ kind: 'override', gate: gate.gate, missing, ...(at && { at }) })}
        >
          Override a check…
        </Button>
      )}
    </Panel>
  );
};
