import { Anchor, Button, Text } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { CaseStatus } from '#domain/cases/case.schema.ts';
import { caseStatuses } from '#domain/cases/case-status.ts';
import { addressLine } from '#domain/customers/customer.rules.ts';
import type { Customer } from '#domain/customers/customer.schema.ts';
import { ApiError } from '#domain/shared/contract/client.ts';
import type { FieldKind } from '#domain/shared/forms/field.ts';
import type { FieldErrors } from '#domain/shared/forms/rules.ts';
import { paths } from '../paths.ts';
import { useCan, useCurrentUser } from '../team/parts/current-user.ts';
import { ConfirmButton } from '../ui/feedback/confirm-dialog.tsx';
import { toastErrors, toastSuccess } from '../ui/feedback/toasts.tsx';
import type { FormValues } from '../ui/fields/field-grid.tsx';
import { FieldList } from '../ui/fields/field-list.tsx';
import { SaveBar } from '../ui/page/save-bar.tsx';
import { SectionCard, SectionStatus } from '../ui/page/section-card.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { CustomerFormSection } from './customer-form-section.tsx';
import { CustomerHeader } from './customer-header.tsx';
import pageClasses from './customer-page.module.css';
import classes from './customer-page.module.css';
import { useUndoMerge, useUpdateCustomer } from './mutations.ts';
import {
  bodyOf,
  type CustomerSection,
  changedNames,
  cleaned,
  dayText,
  depositText,
  labelOf,
  labelsOf,
  messageOr,
  missingFields,
  problemsOf,
  relationsText,
  serviceText,
  useCustomerForm,
} from './use-customer-form.ts';

const CustomerSidebar = ({ customer, dirty }: { customer: Customer; dirty: boolean }) => (
  <aside className={classes.aside} aria-label="Cases and merges">
    <Cases customer={customer} />
    {customer.merges.length > 0 && <Merges customer={customer} dirty={dirty} />}
  </aside>
);

const statusOf = (text: string): CaseStatus | undefined => caseStatuses.find((status) => status === text);

const Cases = ({ customer: { active_cases: active, earlier_cases: earlier } }: { customer: Customer }) => (
  <>
    <section className={classes.panel} aria-labelledby="active-cases">
      <h2 id="active-cases" className={classes.panelTitle}>
        Active cases
      </h2>
      {active.length === 0 ? <Text c="dimmed">No active cases.</Text> : <CaseList cases={active} />}
    </section>
    {earlier.length > 0 && (
      <section className={classes.panel} aria-labelledby="earlier-cases">
        <h2 id="earlier-cases" className={classes.panelTitle}>
          Earlier cases
        </h2>
        <CaseList cases={earlier} />
      </section>
    )}
  </>
);

const CaseList = ({ cases }: { cases: Customer['active_cases'] }) => (
  <ul className={classes.list}>
    {cases.map(({ id, case_number, deceased_full_name, status, relations }) => {
      const known = statusOf(status);
      return (
        <li key={id} className={classes.item}>
          <div className={classes.line}>
            <Anchor component={Link} to={paths.case(id)} inherit fw={600}>
              {deceased_full_name || 'Name not given'}
            </Anchor>
            {known && <StatusBadge status={known} />}
          </div>
          <div className={classes.dim}>
            {case_number} · {relationsText(relations)}
          </div>
        </li>
      );
    })}
  </ul>
);

const Merges = ({ customer, dirty }: { customer: Customer; dirty: boolean }) => {
  const mayMerge = useCan()('customer:merge');
  const { time_zone } = useCurrentUser().funeral_home_details;
  const undoing = useUndoMerge(customer.id);

  const undo = async (mergeId: string) => {
    const { restored } = await undoing.mutateAsync(mergeId);
    toastSuccess(`Merge undone: ${restored.full_name} is a separate customer again`);
  };

  return (
    <section className={classes.panel} aria-labelledby="merges">
      <h2 id="merges" className={classes.panelTitle}>
        Merged into this customer
      </h2>
      <ul className={classes.list}>
        {customer.merges.map((merge) => (
          <li key={merge.id} className={classes.item}>
            <div className={classes.line}>
              <span>{merge.duplicate_name}</span>
              {mayMerge && (
                <ConfirmButton
                  variant="subtle"
                  size="compact-sm"
                  reason={dirty ? 'Save or discard your changes first.' : undefined}
                  aria-label={`Undo the merge of ${merge.duplicate_name}`}
                  ask={{
                    title: 'Undo this merge?',
                    confirmLabel: 'Undo merge',
                    action: () => undo(merge.id),
                    text: `${merge.duplicate_name} will be a separate customer again, with its cases. Details that came from it are removed from this record unless someone changed them since.`,
                  }}
                >
                  Undo
                </ConfirmButton>
              )}
            </div>
            <div className={classes.dim}>
              {dayText(merge.merged_at, time_zone)} by {merge.merged_by_name}; can be undone until{' '}
              {dayText(merge.undoable_until, time_zone)}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
};

const shown = (name: string, label: string) => ({ name, label, kind: 'text' as FieldKind });
const fields = [shown('service', 'Upcoming Service'), shown('deposits', 'Deposits'), shown('updated', 'Last changed')];

const CustomerRecordSection = ({ customer }: { customer: Customer }) => {
  const [open, setOpen] = useState(true);
  const { time_zone } = useCurrentUser().funeral_home_details;
  const values = {
    service: customer.upcoming_service ? serviceText(customer) : '',
    deposits: depositText(customer.deposit_total),
    updated: dayText(customer.updated_at, time_zone),
  };
  return (
    <SectionCard
      id="record"
      title="Service & Deposits"
      summary={<SectionStatus kind="read-only" />}
      open={open}
      onToggle={() => setOpen(!open)}
    >
      <FieldList fields={fields} values={values} />
    </SectionCard>
  );
};

/**
 * Shows the gaps in one sentence, else a toast for each invalid field (D1 §5). Unchanged stored values are not
 * validated.
 */
const explain = (values: FormValues, base: FormValues) => {
  const changed = changedNames(values, base);
  const missing = missingFields(values, changed);
  if (missing.length > 0) return toastErrors([`Please fill in required fields: ${labelsOf(missing)}`]);
  const problems = [...problemsOf(values)].filter(([name]) => changed.includes(name));
  toastErrors(problems.map(([name, message]) => `${labelOf(name)}: ${message}`));
};

/** Returns 'field: message' of each rejected field, joined (D1 §8), else the server's message. */
const refusalText = (error: unknown, errors: FieldErrors): string => {
  const fields = Object.entries(errors);
  if (fields.length === 0 || (error instanceof ApiError && error.status !== 400))
    return messageOr(error, 'Failed to save changes');
  return fields.map(([name, messages]) => `${labelOf(name)}: ${messages.join(', ')}`).join(', ');
};

const addressField = shown('address', 'Home address');
const addressParts = new Set<string>(['apt_house_number', 'city', 'state', 'zip_code']);

/** The fields of a section as they are read: the address is one line. */
const readFields = ({ fields: all }: CustomerSection) =>
  all
    .filter(({ name }) => name !== 'is_whole_name' && !addressParts.has(name))
    .map((field) => (field.name === 'address' ? addressField : field));

interface SectionReadingProps {
  section: CustomerSection;
  customer: Customer;
  /** Undefined for users who cannot edit. */
  onEdit: ((field: string) => void) | undefined;
}

const SectionReading = ({ section, customer, onEdit }: SectionReadingProps) => {
  const [first] = section.fields;
  return (
    <>
      <FieldList
        fields={readFields(section)}
        values={{ ...customer, address: addressLine(customer) }}
        onPick={onEdit}
      />
      {onEdit && first && (
        <Button
          variant="default"
          mt="sm"
          leftSection={<IconPencil size={18} stroke={1.6} aria-hidden />}
          aria-label={`Edit ${section.title}`}
          data-edit={section.id}
          onClick={() => onEdit(first.name)}
        >
          Edit
        </Button>
      )}
    </>
  );
};

/** The sections being edited. When the last one is read again, its button gets the focus back. */
const useEditing = () => {
  const [ids, setIds] = useState<readonly string[]>([]);
  const last = useRef<string>(undefined);
  useEffect(() => {
    const closed = ids.length === 0 ? last.current : undefined;
    last.current = ids.at(-1);
    if (closed) document.querySelector<HTMLElement>(`[data-edit="${closed}"]`)?.focus();
  }, [ids]);
  return {
    ids,
    add: (id: string) => setIds((now) => [...now.filter((one) => one !== id), id]),
    end: () => setIds([]),
  };
};

export const CustomerForm = ({ customer }: { customer: Customer }) => {
  const mayEdit = useCan()('customer:edit');
  const [folded, setFolded] = useState<Readonly<Record<string, boolean>>>({});
  const editing = useEditing();
  const update = useUpdateCustomer(customer.id);
  const { sections, form } = useCustomerForm({
    record: customer,
    normalized: cleaned,
    save: ({ values, base, version }) => update.mutateAsync({ ...bodyOf(values, base), version }),
    onSaved: (_, saved) => {
      if (saved) toastSuccess('Customer saved successfully');
      editing.end();
    },
    reveal: (name) => {
      const holder = sections.find(({ fields }) => fields.some((field) => field.name === name));
      if (!holder) return;
      setFolded((now) => ({ ...now, [holder.id]: false }));
      editing.add(holder.id);
    },
    onErrors: (values) => explain(values, form.stored().values),
    refusalText,
  });
  const { dirty } = form;
  const edit = (section: CustomerSection) => (name: string) => {
    editing.add(section.id);
    requestAnimationFrame(() => form.methods.setFocus(name));
  };
  const discard = () => {
    form.discard();
    editing.end();
  };

  return (
    <>
      <CustomerHeader customer={customer} dirty={dirty} onDeleted={form.letGo} />
      <div className={pageClasses.columns}>
        <form noValidate onSubmit={form.submit}>
          {sections.map((section) => (
            <CustomerFormSection
              key={section.id}
              section={section}
              kind={section.id === 'contact' ? 'partial' : section.required ? 'required' : 'optional'}
              control={form.methods.control}
              open={!folded[section.id]}
              onToggle={() => setFolded({ ...folded, [section.id]: !folded[section.id] })}
              reading={
                editing.ids.includes(section.id) ? undefined : (
                  <SectionReading section={section} customer={customer} onEdit={mayEdit ? edit(section) : undefined} />
                )
              }
            />
          ))}
          <CustomerRecordSection customer={customer} />
          {editing.ids.length > 0 && (
            <SaveBar changes={dirty ? form.changedIn(form.methods.getValues()).length : 0}>
              <Button variant="default" onClick={discard}>
                {dirty ? 'Discard changes' : 'Cancel'}
              </Button>
              <Button type="submit" disabled={!dirty} loading={form.saving}>
                Save Changes
              </Button>
            </SaveBar>
          )}
        </form>
        <CustomerSidebar customer={customer} dirty={dirty} />
      </div>
      {form.dialogs}
    </>
  );
};
