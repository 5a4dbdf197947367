import { Button, Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import { diedAt, gateEntryErrors, gateRules } from '#domain/gates/gate.fields.ts';
import { type CaseGates, type GateCheck, MissingChecks } from '#domain/gates/gate.schema.ts';
import { gateOfStep } from '#domain/gates/gate-names.ts';
import { hasPermission } from '#domain/shared/access/roles.ts';
import { ApiError } from '#domain/shared/contract/client.ts';
import { isRequired, isShown } from '#domain/shared/forms/rules.ts';
import { asString } from '#domain/shared/values/as-string.ts';
import { clockThatRuns, localDateTime } from '#domain/shared/values/date-time.ts';
import { useApi } from '../api/api-context.ts';
import { useIdempotencyKey } from '../api/idempotency-key.ts';
import { useTimeZoneAt } from '../organizations/homes/queries.ts';
import { useCurrentUser } from '../team/parts/current-user.ts';
import { membersQuery } from '../team/queries.ts';
import { DialogButtons } from '../ui/feedback/form-dialog.tsx';
import { Notice } from '../ui/feedback/notice.tsx';
import { toastFailure, toastSuccess } from '../ui/feedback/toasts.tsx';
import grid from '../ui/fields/field-control.module.css';
import { FieldInput } from '../ui/fields/field-input.tsx';
import { useValuesForm } from '../ui/fields/use-values-form.ts';
import { entryOf, type GateRecord } from './gate-entry.ts';
import { missingChecks } from './parts/gate-text.tsx';
import { useChangeGates } from './queries.ts';

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
