import { type Control, useFormState, useWatch } from 'react-hook-form';
import { isRequired, isShown } from '#domain/intake/intake.rules.ts';
import type { IntakeSection } from '#domain/intake/intake-field.ts';
import { FieldGrid } from '../../ui/fields/field-control.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { type EditValues, ruleValues } from './edit-values.ts';

interface EditSectionProps {
  section: IntakeSection;
  control: Control<EditValues>;
  /** The values as they are stored. */
  stored: EditValues;
  today: string;
  open: boolean;
  onToggle: () => void;
}

/** A section of the form; only the open one is in the page. */
export const EditSection = ({ section, control, stored, today, open, onToggle }: EditSectionProps) => {
  const { errors, dirtyFields } = useFormState({ control });
  const wrong = section.fields.filter(({ name }) => errors[name]).length;
  const changed = section.fields.filter(({ name }) => dirtyFields[name]).length;
  const summary = [changed > 0 && `${changed} changed`, wrong > 0 && `${wrong} to correct`].filter(Boolean).join(' · ');
  return (
    <SectionCard id={section.id} title={section.title} summary={summary} open={open} onToggle={onToggle}>
      <Fields section={section} control={control} stored={stored} today={today} />
    </SectionCard>
  );
};

/** Draws the section anew only when a field appears, disappears, or becomes or ceases to be required. */
const Fields = ({
  section,
  control,
  stored,
  today,
}: Pick<EditSectionProps, 'section' | 'control' | 'stored' | 'today'>) => {
  const state = useWatch({
    control,
    compute: (values: EditValues) => {
      const known = ruleValues(values, stored);
      return section.fields
        .filter((field) => isShown(field, known, today))
        .map((field) => (isRequired(field, known, today) ? `${field.name}!` : field.name))
        .join(' ');
    },
  });
  const shown = new Set(state.split(' ').map((name) => name.replace('!', '')));
  const required = new Set(
    state
      .split(' ')
      .filter((name) => name.endsWith('!'))
      .map((name) => name.slice(0, -1)),
  );
  return (
    <FieldGrid
      control={control}
      fields={section.fields.filter(({ name }) => shown.has(name))}
      required={required}
      latest={today}
    />
  );
};
