import { type Control, useWatch } from 'react-hook-form';
import { FieldGrid, type FormValues } from '../../ui/fields/field-control.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { SectionStatus } from '../../ui/section-status.tsx';
import type { CustomerSection } from './customer-fields.ts';
import classes from './customer-form.module.css';
import { labelsOf, missingFields, problemsOf } from './customer-values.ts';

interface CustomerFormSectionProps {
  section: CustomerSection;
  kind: 'required' | 'partial' | 'optional';
  control: Control<FormValues>;
  open: boolean;
  onToggle: () => void;
}

/** A section of the customer form: what it lacks, and a green check once it lacks nothing. */
export const CustomerFormSection = ({ section, kind, control, open, onToggle }: CustomerFormSectionProps) => {
  const { fields } = section;
  // Drawn anew only when one of these changes, not at every key.
  const { missing, complete } = useWatch({
    control,
    compute: (values: FormValues) => {
      const names = fields.map(({ name }) => name);
      const problems = problemsOf(values);
      const filled = names.some((name) => String(values[name] ?? '').trim() !== '');
      return { missing: missingFields(values, names), complete: filled && !names.some((name) => problems.has(name)) };
    },
  });
  return (
    <SectionCard
      id={section.id}
      title={section.title}
      summary={<SectionStatus kind={kind} complete={complete} />}
      open={open}
      onToggle={onToggle}
    >
      <FieldGrid
        control={control}
        fields={fields}
        required={new Set(fields.filter(({ requiredIf }) => requiredIf).map(({ name }) => name))}
      />
      {missing.length > 0 && (
        <div className={classes.missing}>
          <Notice tone="warning" title="Missing Required Fields:">
            {labelsOf(missing)}
          </Notice>
        </div>
      )}
    </SectionCard>
  );
};
