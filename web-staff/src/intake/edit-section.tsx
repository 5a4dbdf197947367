import { isRequired, isShown } from '#domain/intake/intake.rules.ts';
import { intakeSections } from '#domain/intake/intake.sections.ts';
import type { IntakeSection } from '#domain/intake/intake-field.ts';
import { knownAddresses } from '#domain/shared/forms/addresses.ts';
import { FieldGrid, KnownAddresses, useComputed } from '../ui/fields/field-grid.tsx';
import { SectionCard } from '../ui/page/section-card.tsx';
import { type AnyRecordForm, useSectionCounts } from '../ui/record-form/record-form.ts';
import { ruleValues } from './use-submission-form.ts';

interface EditSectionProps {
  section: IntakeSection;
  form: AnyRecordForm;
  today: string;
  open: boolean;
  onToggle: () => void;
}

export const EditSection = ({ section, form, today, open, onToggle }: EditSectionProps) => {
  const { changed, wrong } = useSectionCounts(form, section.fields);
  const summary = [changed > 0 && `${changed} changed`, wrong > 0 && `${wrong} to correct`].filter(Boolean).join(' · ');
  return (
    <SectionCard id={section.id} title={section.title} summary={summary} open={open} onToggle={onToggle}>
      <SectionFields section={section} form={form} today={today} />
    </SectionCard>
  );
};

export const SectionFields = ({ section, form, today }: Pick<EditSectionProps, 'section' | 'form' | 'today'>) => {
  const { control } = form.methods;
  const { shown, required } = useComputed(form.methods, (values) => {
    const known = ruleValues(values, form.stored().values);
    const visible = section.fields.filter((field) => isShown(field, known, today));
    return {
      shown: visible.map(({ name }): string => name),
      required: visible.filter((field) => isRequired(field, known, today)).map(({ name }): string => name),
    };
  });
  const known = () => intakeSections.flatMap(({ fields }) => knownAddresses(fields, form.methods.getValues()));
  return (
    <KnownAddresses value={known}>
      <FieldGrid
        control={control}
        fields={section.fields.filter(({ name }) => shown.includes(name))}
        required={new Set(required)}
        latest={today}
      />
    </KnownAddresses>
  );
};
