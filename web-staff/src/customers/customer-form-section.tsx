import type { KeyboardEvent, ReactNode } from 'react';
import { type Control, useFormState, useWatch } from 'react-hook-form';
import { customerFieldNames } from '#domain/customers/customer.fields.ts';
import { isOneLetterName } from '#domain/shared/values/person-name.ts';
import { Notice } from '../ui/feedback/notice.tsx';
import { FieldGrid, type FormValues } from '../ui/fields/field-grid.tsx';
import { SectionCard, SectionStatus } from '../ui/page/section-card.tsx';
import classes from './customer-form.module.css';
import { CustomersOfPhone } from './parts/customers-of-phone.tsx';
import { type CustomerSection, labelsOf, missingFields, problemsOf } from './use-customer-form.ts';

interface CustomerFormSectionProps {
  section: CustomerSection;
  kind: 'required' | 'partial' | 'optional';
  control: Control<FormValues>;
  open: boolean;
  onToggle: () => void;
  /** For a new customer: gaps are shown only once typing began, and customers with the same number are offered. */
  onKnown?: (id: string) => void;
  /** Called when the Tab key leaves a complete section; returns true if it moved the focus. */
  onLeft?: () => boolean;
  /** Shown instead of the fields. */
  reading?: ReactNode;
}

export const CustomerFormSection = (props: CustomerFormSectionProps) => {
  const { section, kind, control, open, onToggle, onKnown, onLeft, reading } = props;
  const { fields } = section;
  // Renders again only when one of these changes, not at every key.
  const { missing, complete, oneLetter } = useWatch({
    control,
    compute: (values: FormValues) => {
      const names = fields.map(({ name }) => name);
      const problems = problemsOf(values);
      const filled = names.some((name) => String(values[name] ?? '').trim() !== '');
      return {
        missing: missingFields(values, names),
        complete: filled && !customerFieldNames.some((name) => names.includes(name) && problems.has(name)),
        oneLetter: [isOneLetterName(values.first_name), isOneLetterName(values.last_name)],
      };
    },
  });
  const { dirtyFields, touchedFields } = useFormState({ control });
  const isBegun = fields.some(({ name }) => name in dirtyFields || name in touchedFields);
  const asksWholeName = (oneLetter[0] && 'first_name' in dirtyFields) || (oneLetter[1] && 'last_name' in dirtyFields);
  const shown = fields.filter(({ name }) => name !== 'is_whole_name' || asksWholeName);
  const onKeyDown = (event: KeyboardEvent) => {
    const isLast = (event.target as HTMLInputElement).name === shown.at(-1)?.name;
    if (event.key === 'Tab' && !event.shiftKey && isLast && complete && onLeft?.()) event.preventDefault();
  };
  return (
    <SectionCard
      id={section.id}
      title={section.title}
      summary={<SectionStatus kind={kind} complete={complete} />}
      open={open}
      onToggle={onToggle}
    >
      {reading ?? (
        // biome-ignore lint/a11y/noStaticElementInteractions: it hears a key that its fields were pressed with
        <div onKeyDown={onLeft && onKeyDown}>
          <FieldGrid
            control={control}
            fields={shown}
            required={new Set(fields.filter(({ requiredIf }) => requiredIf).map(({ name }) => name))}
          />
        </div>
      )}
      {onKnown && section.id === 'contact' && <Known control={control} onTake={onKnown} />}
      {missing.length > 0 && (!onKnown || isBegun) && (
        <div className={classes.missing}>
          <Notice tone="warning" title="Missing Required Fields:">
            {labelsOf(missing)}
          </Notice>
        </div>
      )}
    </SectionCard>
  );
};

const Known = ({ control, onTake }: { control: Control<FormValues>; onTake: (id: string) => void }) => {
  const [phone, email] = useWatch({ control, name: ['phone', 'email'] }).map((value) => String(value ?? ''));
  return (
    <>
      <CustomersOfPhone phone={phone ?? ''} onTake={({ id }) => onTake(id)} />
      <CustomersOfPhone email={email ?? ''} onTake={({ id }) => onTake(id)} />
    </>
  );
};
