import { Button, Text, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import { type Permit, permitEndpoints } from '#domain/permits/permit.endpoints.ts';
import { permitFields } from '#domain/permits/permit.fields.ts';
import { cleanPermit, permitErrors } from '#domain/permits/permit.rules.ts';
import { permitMessages, permitNames } from '#domain/permits/permit-names.ts';
import { actorOf, isAllowed } from '#domain/registry/policies.ts';
import type { Call } from '#domain/shared/contract/client.ts';
import { asString } from '#domain/shared/values/as-string.ts';
import { useApi } from '../../api/api-context.ts';
import { callQuery } from '../../api/calls.ts';
import { useIdempotencyKey } from '../../api/idempotency-key.ts';
import { useLocations, useTodayAt } from '../../organizations/homes/queries.ts';
import { useCurrentUser } from '../../team/parts/current-user.ts';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { toastProgress, toastRefused, toastSuccess } from '../../ui/feedback/toasts.tsx';
import grid from '../../ui/fields/field-control.module.css';
import { FieldInput } from '../../ui/fields/field-input.tsx';
import { useValuesForm } from '../../ui/fields/use-values-form.ts';
import { usePreserveFocus } from '../../ui/preserve-focus.ts';
import { permitKeys } from '../keys.ts';
import { useAddPermit, useDeletePermit } from '../mutations.ts';
import { focusOnce, PermitCard, useSettledDuplicate } from './permit-card.tsx';
import classes from './permits.module.css';

/** A new permit has not come back yet. */
const fields = permitFields.filter(({ name }) => name !== 'returned_date');

/** Placeholders (D3 §2). */
const examples: Readonly<Record<string, string>> = {
  permit_name: 'e.g., Death Certificate',
  permit_number: 'e.g., FL-2026-041773',
};

interface PermitFormProps {
  caseId: string;
  permits: readonly Permit[];
  today: string;
  /** The state whose permit names are suggested first. */
  state: string;
  onDone: () => void;
}

/** Adds a permit; the button is disabled until name and number are valid (D3 §5). */
const PermitForm = ({ caseId, permits, today, state, onDone }: PermitFormProps) => {
  const adding = useAddPermit(caseId);
  const keyFor = useIdempotencyKey();
  const names = useId();
  const heading = useId();
  const otherNumbers = permits.map(({ permit_number }) => permit_number);
  const form = useValuesForm({}, (values) => permitErrors(values, { otherNumbers, today }));
  const isTaken = useSettledDuplicate(form.values.permit_number, otherNumbers);
  const add = async () => {
    const body = cleanPermit(form.values);
    const done = toastProgress('Adding permit...');
    try {
      await adding.mutateAsync({ body, idempotencyKey: keyFor(body) });
      toastSuccess('Permit added successfully!');
      onDone();
    } catch (error) {
      form.refuse(error);
      toastRefused(error, 'Failed to add permit. Please try again.');
    } finally {
      done();
    }
  };
  return (
    <form
      className={classes.form}
      noValidate
      aria-labelledby={heading}
      onSubmit={(event) => {
        event.preventDefault();
        if (form.isSound && !adding.isPending) void add();
      }}
    >
      <h3 id={heading} className={classes.name}>
        Add New Permit
      </h3>
      <div className={grid.grid}>
        {fields.map((field) => {
          const bound = form.bind({ ...field, rows: 2 });
          const crossed = field.name === 'expiry_date' ? form.errors.expiry_date?.[0] : undefined;
          const error = field.name === 'permit_number' && isTaken ? permitMessages.numberTaken : bound.error;
          return (
            <div key={field.name} data-width={field.width ?? 'full'}>
              {field.name in examples ? (
                <TextInput
                  {...(field.name === 'permit_name' ? { list: names, ref: focusOnce } : {})}
                  label={field.label}
                  withAsterisk
                  aria-required
                  autoComplete="off"
                  maxLength={field.maxLength}
                  placeholder={examples[field.name]}
                  value={asString(bound.value)}
                  error={error}
                  onBlur={bound.onBlur}
                  onChange={(event) => bound.onChange(event.currentTarget.value)}
                />
              ) : (
                <FieldInput {...bound} error={crossed === permitMessages.datesCrossed ? crossed : error} />
              )}
            </div>
          );
        })}
      </div>
      <datalist id={names}>
        {permitNames(state).map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <div className={classes.foot}>
        <Button type="submit" disabled={!form.isSound} loading={adding.isPending}>
          Add Permit
        </Button>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
};

const permitsQuery = (call: Call, caseId: string) =>
  callQuery(call, permitEndpoints.list, { params: { id: caseId } }, permitKeys.ofCase(caseId), { staleTime: 0 });

/** D3 §2. */
export const PermitsPart = ({ caseRecord }: { caseRecord: Case }) => {
  const query = useQuery(permitsQuery(useApi(), caseRecord.id));
  const canEdit = isAllowed(actorOf(useCurrentUser()), 'permit:edit', caseRecord);
  const today = useTodayAt(caseRecord.funeral_home_id);
  const state = useStateOfDeath(caseRecord);
  const [adding, setAdding] = useState(false);
  const [editing, setEditing] = useState<string>();
  const [deleting, setDeleting] = useState<Permit>();
  const part = usePreserveFocus<HTMLElement>();
  const permits = query.data;
  if (!permits)
    return query.isError ? (
      <ErrorState title="Failed to load permits" error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <Text role="status" c="dimmed" py="md" mih={288}>
        Loading case permits...
      </Text>
    );
  const opener = (label: string) =>
    canEdit &&
    !adding && (
      <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
        {label}
      </Button>
    );
  return (
    <section ref={part} tabIndex={-1} className={classes.part} aria-label="Permits">
      {permits.length === 0 && !adding && (
        <EmptyState title="No permits added yet" action={opener('Add First Permit')} />
      )}
      {permits.length > 0 && (
        <ul className={classes.cards}>
          {permits.map((permit) => (
            <PermitCard
              key={permit.id}
              caseId={caseRecord.id}
              permit={permit}
              others={permits.filter(({ id }) => id !== permit.id)}
              today={today}
              canEdit={canEdit}
              editing={editing === permit.id}
              onEdit={(open) => setEditing(open ? permit.id : undefined)}
              onDelete={() => setDeleting(permit)}
            />
          ))}
        </ul>
      )}
      {adding && canEdit ? (
        <PermitForm
          caseId={caseRecord.id}
          permits={permits}
          today={today}
          state={state}
          onDone={() => setAdding(false)}
        />
      ) : (
        permits.length > 0 && <div>{opener('Add Another Permit')}</div>
      )}
      {deleting && <DeletePermit caseId={caseRecord.id} permit={deleting} onClose={() => setDeleting(undefined)} />}
    </section>
  );
};

/** The state of death, or the home's while that is unknown. */
const useStateOfDeath = (caseRecord: Case): string => {
  const home = useLocations().find(({ id }) => id === caseRecord.funeral_home_id);
  return String(caseRecord.sections.deceased?.values.state_of_death ?? '') || (home?.state ?? '');
};

const DeletePermit = ({ caseId, permit, onClose }: { caseId: string; permit: Permit; onClose: () => void }) => {
  const deleting = useDeletePermit(caseId);
  return (
    <ConfirmDialog
      title="Delete Permit"
      confirmLabel="Delete"
      danger
      action={() =>
        deleting.mutateAsync(permit.id).then(
          () => toastSuccess('Permit deleted successfully'),
          (error) => toastRefused(error, 'Failed to delete permit'),
        )
      }
      text={`Are you sure you want to delete "${permit.permit_name}"? This action cannot be undone.`}
      onClose={onClose}
    />
  );
};
