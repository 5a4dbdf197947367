import { Button, Modal, Stack, Text } from '@mantine/core';
import { IconCheck, IconHelpCircle, IconPhone, IconShieldCheck, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { shownCaseNumber } from '#domain/cases/case-number.ts';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import { disclosuresAgreementFields } from '#domain/cases/sections/office-and-agreement.ts';
import { diedAt, gateEntryErrors, gateRules } from '#domain/gates/gate.fields.ts';
import { type CaseGates, type GateCheck, MissingChecks } from '#domain/gates/gate.schema.ts';
import { gateOfStep } from '#domain/gates/gate-names.ts';
import { actorOf, isAllowed } from '#domain/registry/policies.ts';
import { hasPermission } from '#domain/shared/access/roles.ts';
import { ApiError } from '#domain/shared/contract/client.ts';
import { displayValue } from '#domain/shared/forms/display.ts';
import { isRequired, isShown } from '#domain/shared/forms/rules.ts';
import { leavesAshes } from '#domain/shared/reference-data/disposition-methods.ts';
import { asString } from '#domain/shared/values/as-string.ts';
import { clockThatRuns, formatTime, localDateTime } from '#domain/shared/values/date-time.ts';
import { formatPhone, telHref } from '#domain/shared/values/phone.ts';
import { useApi } from '../api/api-context.ts';
import { useIdempotencyKey } from '../api/idempotency-key.ts';
import { dayText, serviceTypeOf } from '../cases/parts/case-text.ts';
import { contactOf } from '../cases/parts/kin-entries.ts';
import { caseQuery } from '../cases/queries.ts';
import { PaperButton } from '../documents/parts/paper-button.tsx';
import { useTimeZoneAt } from '../organizations/homes/queries.ts';
import { paths } from '../paths.ts';
import { useCurrentUser } from '../team/parts/current-user.ts';
import { membersQuery } from '../team/queries.ts';
import { DialogButtons } from '../ui/feedback/form-dialog.tsx';
import { Notice } from '../ui/feedback/notice.tsx';
import { RecordLoadState } from '../ui/feedback/states.tsx';
import { toastFailure, toastSuccess } from '../ui/feedback/toasts.tsx';
import grid from '../ui/fields/field-control.module.css';
import { FieldInput } from '../ui/fields/field-input.tsx';
import { useValuesForm } from '../ui/fields/use-values-form.ts';
import { useDocumentTitle } from '../ui/page/document-title.ts';
import { KeyFacts } from '../ui/page/key-facts.tsx';
import { PageBar, PageHeader } from '../ui/page/page-header.tsx';
import { useIsPhone } from '../ui/page/use-screen-width.ts';
import { timeAtHome } from '../ui/time/time-text.ts';
import classes from './checks-page.module.css';
import { GateAside } from './gate-aside.tsx';
import { entryOf, type GateRecord } from './gate-entry.ts';
import { GatePanel } from './gate-panel.tsx';
import { checksIn, missingChecks } from './parts/gate-text.tsx';
import { gatesQuery, useChangeGates } from './queries.ts';

interface GateDialogProps {
  record: GateRecord;
  caseRecord: Case;
  gates: CaseGates;
  canOverride: boolean;
  onOverride: (record: GateRecord) => void;
  onClose: () => void;
}

export const GateDialog = ({ record, caseRecord, gates, canOverride, onOverride, onClose }: GateDialogProps) => {
  const me = useCurrentUser().id;
  const timeZone = useTimeZoneAt(caseRecord.funeral_home_id);
  const found = useQuery({ ...membersQuery(useApi()), enabled: record.kind === 'override' }).data ?? [];
  const members = found
    .filter(({ id, status, role }) => status === 'active' && id !== me && hasPermission({ role }, 'gate:override'))
    .map(({ id, first_name, last_name }) => ({ value: id, label: `${first_name} ${last_name}` }));
  const entry = entryOf(record, { caseRecord, gates, members, now: localDateTime(timeZone, new Date()) });
  const context = { clock: clockThatRuns(timeZone, ''), died: diedAt(caseRecord) };
  const form = useValuesForm(entry.start, (values) => gateEntryErrors(entry.fields, values, context));
  const change = useChangeGates(caseRecord.id);
  const keyFor = useIdempotencyKey();
  const [missing, setMissing] = useState<readonly GateCheck[]>([]);
  const send = async () => {
    const key = keyFor([record, form.values]);
    try {
      await change.mutateAsync((call) => entry.send(call, form.values, key));
      toastSuccess(entry.done);
      onClose();
    } catch (error) {
      form.refuse(error);
      const refused = error instanceof ApiError ? MissingChecks.safeParse(error.body).data : undefined;
      setMissing(refused?.missing ?? []);
      if (!refused) toastFailure(error);
    }
  };
  return (
    <Modal opened onClose={onClose} title={entry.title} centered>
      <form
        noValidate
        aria-label={entry.title}
        onSubmit={(event) => {
          event.preventDefault();
          if (form.check() && !change.isPending) void send();
        }}
      >
        <Stack gap="md">
          {entry.lead && <Text>{entry.lead}</Text>}
          {missing.length > 0 && (
            <Notice tone="problem" title={`Not recorded: ${missingChecks(missing.length)} at that time`}>
              <ul>
                {missing.map(({ check, title, text }) => (
                  <li key={check}>
                    {title}. {text}
                  </li>
                ))}
              </ul>
              {canOverride && record.kind === 'step' && (
                <Button
                  variant="default"
                  onClick={() =>
                    onOverride({
                      kind: 'override',
                      gate: gateOfStep[record.step],
                      missing,
                      at: asString(form.values.happened_at),
                    })
                  }
                >
                  Override a check…
                </Button>
              )}
            </Notice>
          )}
          <div className={grid.grid}>
            {entry.fields
              .filter((field) => !entry.hidden?.includes(field.name) && isShown(gateRules, field, form.values, context))
              .map((field) => (
                <div key={field.name} data-width={field.kind === 'datetime' ? 'full' : field.width}>
                  <FieldInput {...form.bind(field)} required={isRequired(gateRules, field, form.values, context)} />
                </div>
              ))}
          </div>
          <DialogButtons submit={entry.submit} busy={change.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
};

const answers = {
  approved: { title: 'Embalming approved', Sign: IconShieldCheck },
  refused: { title: 'Do not embalm', Sign: IconX },
  not_asked: { title: 'Not approved yet', Sign: IconHelpCircle },
} as const;

const how = disclosuresAgreementFields.find(({ name }) => name === 'embalming_approval');

/** Whether the family approved embalming and who said so, to be read from a distance. */
export const PreparationAnswer = ({ embalming, timeZone }: Pick<CaseGates, 'embalming'> & { timeZone: string }) => {
  const { answer, by, on, recorded } = embalming;
  const { title, Sign } = answers[answer];
  const way = how && displayValue(how, embalming.how);
  return (
    <section className={classes.answer} data-answer={answer} aria-label="Embalming">
      <h2>
        <Sign size={32} stroke={2} aria-hidden /> {title}
      </h2>
      {answer === 'approved' && (
        <p>
          {by && (
            <>
              by <strong>{by}</strong>
              <br />
            </>
          )}
          {[on && dayText(on), way].filter(Boolean).join(' · ')}
        </p>
      )}
      {answer === 'refused' && (
        <p>
          <strong>{by}</strong> said no{on && `, ${dayText(on)}`}. Keep refrigerated.
        </p>
      )}
      {answer === 'not_asked' ? (
        <p>No approval of the family is recorded. Do not begin.</p>
      ) : (
        recorded && (
          <p className={classes.recorded}>
            Recorded by {recorded.by_name}, {timeAtHome(recorded.at, timeZone)}
          </p>
        )
      )}
    </section>
  );
};

/** Facts that the preparer needs in addition to the checks. */
export const PreparationNotes = ({ caseRecord }: { caseRecord: Case }) => {
  const { service_date, service_time, service_type, service_location } = caseRecord;
  const day = asString(service_date);
  const what = [serviceTypeOf(asString(service_type)), asString(service_location)].filter(Boolean).join(', ');
  const readyBy = day && [dayText(day), formatTime(asString(service_time))].filter(Boolean).join(', ');
  return (
    <KeyFacts
      facts={[
        { label: 'Ready by', value: readyBy },
        { label: 'Service', value: what },
        { label: 'The family’s wishes', value: asString(caseRecord.special_requests) },
        { label: 'Personal effects', value: asString(caseRecord.personal_effects_description) },
      ]}
    />
  );
};

/** A waiting period ends with the clock. */
const everyMinute = 60_000;

export const ChecksPage = () => {
  const { id = '' } = useParams();
  const call = useApi();
  const ofCase = useQuery(caseQuery(call, id));
  const ofGates = useQuery({ ...gatesQuery(call, id), refetchInterval: everyMinute });
  const [caseRecord, gates] = [ofCase.data, ofGates.data];
  useDocumentTitle(caseRecord ? `Checks · ${nameOf(caseRecord)}` : 'Checks');
  if (!caseRecord || !gates)
    return (
      <RecordLoadState query={caseRecord ? ofGates : ofCase} noun="Case" back={{ to: paths.cases, label: 'Cases' }} />
    );
  return <Checks caseRecord={caseRecord} gates={gates} />;
};

const nameOf = (caseRecord: Case): string => caseRecord.deceased_full_name || 'Name not given';

interface ChecksProps {
  caseRecord: Case;
  gates: CaseGates;
}

const Checks = ({ caseRecord, gates }: ChecksProps) => {
  const viewer = actorOf(useCurrentUser());
  const [canRecord, canOverride] = [
    isAllowed(viewer, 'gate:record', caseRecord),
    isAllowed(viewer, 'gate:override', caseRecord),
  ];
  const timeZone = useTimeZoneAt(caseRecord.funeral_home_id);
  const isPhone = useIsPhone();
  const [params] = useSearchParams();
  const [record, setRecord] = useState<GateRecord>();
  const named = (name: string | null) => gates.gates.find(({ gate }) => gate === name);
  const gate = named(params.get('gate')) ?? named(gates.last_gate) ?? gates.gates[0];
  if (!gate) return null;
  const parts = { caseId: caseRecord.id, gates, gate, timeZone, canRecord, canOverride, onRecord: setRecord };
  const isPreparation = gate.gate === 'preparation';
  // While the family has not approved, the call comes first on a phone; a refusal leaves nothing to fill.
  const { answer } = gates.embalming;
  const isCallFirst = isPreparation && isPhone && answer === 'not_asked';
  return (
    <>
      <PageHeader
        title={nameOf(caseRecord)}
        back={{ to: paths.case(caseRecord.id), label: 'Case' }}
        lead={leadOf(caseRecord, gates)}
        actions={
          leavesAshes(gates.method.value) &&
          !isPreparation && (
            <PaperButton paper="cremationPacket" id={caseRecord.id}>
              Cremation packet
            </PaperButton>
          )
        }
      />
      {isPreparation && <PreparationAnswer embalming={gates.embalming} timeZone={timeZone} />}
      {!canRecord && (
        <div className={classes.notice}>
          <Notice tone="info">
            {caseRecord.status === 'cancelled'
              ? 'This case is cancelled. Nothing can be recorded at its checks.'
              : 'Your role can read the checks. A director or coordinator records them.'}
          </Notice>
        </div>
      )}
      <GateSwitch gates={gates} shown={gate.gate} />
      <div className={classes.columns}>
        <GatePanel {...parts} isFilled={!isCallFirst && !(isPreparation && answer === 'refused')} />
        <div className={classes.aside}>
          {isPreparation && <PreparationNotes caseRecord={caseRecord} />}
          <GateAside {...parts} />
        </div>
      </div>
      <CallBar caseRecord={caseRecord} isFilled={isCallFirst} />
      {record && (
        // Another record opens another form.
        <GateDialog
          key={record.kind}
          {...{ record, caseRecord, gates, canOverride }}
          onOverride={setRecord}
          onClose={() => setRecord(undefined)}
        />
      )}
    </>
  );
};

/** 'WA-2026-0005 · Cooler 2 · cremation Mon, Nov 23, 2026, 10:00 AM'. */
const leadOf = (caseRecord: Case, { method, planned }: CaseGates): string =>
  [
    shownCaseNumber(caseRecord),
    asString(caseRecord.current_body_location),
    [
      method.label.toLowerCase(),
      planned && [dayText(planned.date), formatTime(planned.time ?? '')].filter(Boolean).join(', '),
    ]
      .filter(Boolean)
      .join(' '),
  ]
    .filter(Boolean)
    .join(' · ');

/** Links, so that a gate can be shared; Back leads to the case. */
const GateSwitch = ({ gates, shown }: { gates: CaseGates; shown: string }) => (
  <nav className={classes.switch} aria-label="Step">
    {gates.gates.map((gate) => (
      <Link
        key={gate.gate}
        to={`?gate=${gate.gate}`}
        replace
        preventScrollReset
        aria-current={gate.gate === shown ? 'page' : undefined}
      >
        {gate.title}
        {checksIn(gate, 'missing').length === 0 && (
          <IconCheck size={16} stroke={1.8} role="img" aria-label="nothing missing" />
        )}
      </Link>
    ))}
  </nav>
);

const CallBar = ({ caseRecord, isFilled }: { caseRecord: Case; isFilled: boolean }) => {
  const contact = contactOf(caseRecord);
  if (!contact?.phone) return null;
  return (
    <PageBar>
      <Button
        component="a"
        href={telHref(contact.phone)}
        variant={isFilled ? 'filled' : 'default'}
        size="lg"
        leftSection={<IconPhone size={18} stroke={1.6} aria-hidden />}
        title={formatPhone(contact.phone)}
      >
        Call {contact.name || contact.firstName}
      </Button>
    </PageBar>
  );
};
