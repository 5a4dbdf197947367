import { Anchor, Button } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconChevronRight, IconHelpCircle, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import type { CaseGates } from '#domain/gates/gate.schema.ts';
import { stepLabels } from '#domain/gates/gate-names.ts';
import { actorOf, isAllowed } from '#domain/registry/policies.ts';
import { formatDateTime } from '#domain/shared/values/date-time.ts';
import { useApi } from '../../api/api-context.ts';
import { useSaveCaseSection } from '../../cases/parts/use-section-form.ts';
import { useTimeZoneAt } from '../../organizations/homes/queries.ts';
import { paths } from '../../paths.ts';
import { useCurrentUser } from '../../team/parts/current-user.ts';
import { toastFailure } from '../../ui/feedback/toasts.tsx';
import { gatesQuery } from '../queries.ts';
import { beforeGate, checksIn, GateProgress, isNear, pathOfCheck, stepOfGate } from './gate-text.tsx';
import classes from './gates.module.css';

const icon = { size: 16, stroke: 1.8, 'aria-hidden': true } as const;

/** The checks before the last step of a case, in one line below its head. */
export const GateStrip = ({ caseRecord }: { caseRecord: Case }) => {
  const { id, status } = caseRecord;
  const { data: gates, isError } = useQuery({ ...gatesQuery(useApi(), id), enabled: status !== 'cancelled' });
  if (status === 'cancelled') return null;
  return (
    <section className={classes.strip} aria-label="Checks">
      {gates && <Summary caseRecord={caseRecord} gates={gates} />}
      {isError && !gates && 'The checks could not be loaded.'}
      {gates?.steps.length === 0 && status !== 'completed' && <Embalming caseId={id} embalming={gates.embalming} />}
      {(gates || isError) && (
        <Anchor component={Link} to={paths.caseChecks(id)} inherit className={classes.all} aria-label="See all checks">
          <span className={classes.word}>See all checks</span>
          <IconChevronRight {...icon} />
        </Anchor>
      )}
    </section>
  );
};

interface StripProps {
  caseRecord: Case;
  gates: CaseGates;
}

const Summary = ({ caseRecord, gates }: StripProps) => {
  const canEdit = isAllowed(actorOf(useCurrentUser()), 'case:edit', caseRecord);
  const { method, last_gate } = gates;
  const gate = gates.gates.find((one) => one.gate === last_gate);
  const field = `${paths.case(caseRecord.id)}?section=service&field=disposition_method`;
  const isAsking = method.is_proposed && canEdit && gates.steps.length === 0;
  if (!gate)
    return canEdit ? (
      <Anchor component={Link} to={field} inherit className={classes.all}>
        Choose the method of disposition
      </Anchor>
    ) : (
      'The method of disposition is not known.'
    );
  return (
    <>
      <Count caseRecord={caseRecord} gates={gates} gate={gate} isBrief={isAsking} />
      {isAsking && <Proposal caseRecord={caseRecord} method={method} field={field} />}
    </>
  );
};

interface CountProps extends StripProps {
  gate: CaseGates['gates'][number];
  /** Counts what is missing, because the space is for a question. */
  isBrief: boolean;
}

const Count = ({ caseRecord, gates, gate, isBrief }: CountProps) => {
  const timeZone = useTimeZoneAt(caseRecord.funeral_home_id);
  const step = stepOfGate(gates, gate.gate);
  if (step) return <Recorded step={step} />;
  const released = stepOfGate(gates, 'release');
  const missing = checksIn(gate, 'missing');
  const { date, time } = gates.planned ?? {};
  const near =
    (caseRecord.status !== 'completed' &&
      date &&
      isNear([date, time].filter(Boolean).join(' '), timeZone, new Date())) ||
    undefined;
  return (
    <>
      {released && <Recorded step={released} />}
      {missing.length === 0 && <IconCheck {...icon} className={classes.ok} />}
      <strong>
        {beforeGate(gate.gate)}: {gate.done} of {gate.of}
      </strong>
      <GateProgress gate={gate} />
      {missing.length > 0 && (
        <>
          <span className={classes.short} data-near={near} data-brief={isBrief || undefined}>
            {near && <IconAlertTriangle {...icon} />} {missing.length} missing
          </span>
          {!isBrief && (
            <span className={classes.missing} data-near={near}>
              <span>
                {near && <IconAlertTriangle {...icon} />} {missing.length} missing:
              </span>
              {missing.slice(0, 3).map((check) => (
                <Anchor
                  key={check.check}
                  component={Link}
                  to={pathOfCheck(caseRecord.id, check, gate.gate)}
                  inherit
                  underline="always"
                >
                  {check.title}
                </Anchor>
              ))}
            </span>
          )}
        </>
      )}
    </>
  );
};

const Recorded = ({ step: { step, at, place } }: { step: CaseGates['steps'][number] }) => (
  <span className={classes.recorded}>
    <IconCheck {...icon} className={classes.ok} />
    <span>
      <strong>{stepLabels[step]}</strong> {formatDateTime(at)} · {place}
    </span>
  </span>
);

interface ProposalProps {
  caseRecord: Case;
  method: CaseGates['method'];
  field: string;
}

/** The type of service leaves one method, which a person confirms. */
const Proposal = ({ caseRecord, method, field }: ProposalProps) => {
  const saving = useSaveCaseSection(caseRecord.id);
  const { version = 0 } = caseRecord.sections.service ?? {};
  const agree = () =>
    saving.mutate(
      { section: 'service', version, values: { disposition_method: method.value } },
      { onError: toastFailure },
    );
  return (
    <span className={classes.proposal}>
      Is {method.label.toLowerCase()} agreed?
      <Button variant="default" size="compact-sm" loading={saving.isPending} onClick={agree}>
        Yes, {method.label.toLowerCase()}
      </Button>
      <Anchor component={Link} to={field} inherit className={classes.all}>
        Other
      </Anchor>
    </span>
  );
};

const answers = {
  approved: { text: 'Embalming approved', Sign: IconCheck },
  refused: { text: 'Do not embalm', Sign: IconX },
  not_asked: { text: 'Embalming not approved yet', Sign: IconHelpCircle },
} as const;

const Embalming = ({ caseId, embalming: { answer, by } }: { caseId: string; embalming: CaseGates['embalming'] }) => {
  const { text, Sign } = answers[answer];
  return (
    <Anchor
      component={Link}
      to={paths.caseChecks(caseId, 'preparation')}
      inherit
      className={classes.embalming}
      data-answer={answer}
    >
      <Sign {...icon} /> {text}
      {by && `, ${by}`}
    </Anchor>
  );
};
