import { type IntakeFieldName, intakeFields, intakeSections } from '#domain/intake/intake.sections.ts';
import { fieldWording, phrase, sectionTitle } from '#domain/intake/intake-wording.ts';
import { isQuestionShown } from '#domain/intake/question-visibility.ts';
import { isInquiry } from '#domain/managed-forms/form-kinds.ts';
import { t } from '../language.ts';
import { questions, reading, type Step } from '../steps.ts';
import { type FormSnapshot, isMissing, useFormSnapshot, useFormStore } from './form-store.ts';
import type { FormFieldData, FormSection } from './funeral-home-form.ts';

export type { FormSection } from './funeral-home-form.ts';

export interface Gap {
  name: IntakeFieldName;
  label: string;
  wrong: boolean;
}

const timesUsed = new Map<string, number>();
for (const { field } of intakeFields) timesUsed.set(field.label, (timesUsed.get(field.label) ?? 0) + 1);

/** Returns a field's label, with its group if other fields share the label: 'Home address: City'. */
export const labelOf = ({ name, group, label }: FormFieldData, { subject }: Pick<FormSnapshot, 'subject'>): string => {
  const words = fieldWording(name, subject).label;
  const own = t(words ?? label);
  return !words && group && (timesUsed.get(label) ?? 0) > 1 ? `${t(phrase(group, subject))}: ${own}` : own;
};

export const missingAnswers = (section: FormSection, snapshot: FormSnapshot): Gap[] =>
  section.fields.flatMap((field) => {
    const message = snapshot.serverErrors[field.name]?.[0] ?? snapshot.problems[field.name]?.[0];
    if (message === undefined) return [];
    return [{ name: field.name, label: labelOf(field, snapshot), wrong: !isMissing(field, message) }];
  });

export const countGaps = (section: FormSection, { problems, serverErrors }: FormSnapshot): number =>
  section.fields.filter(({ name }) => problems[name] !== undefined || serverErrors[name] !== undefined).length;

type VisibilityInput = Pick<FormSnapshot, 'report' | 'today' | 'omittedFields' | 'form'>;

export const sectionsOf = ({ report, today, omittedFields, form }: VisibilityInput): readonly FormSection[] =>
  (form?.sections ?? intakeSections).filter(({ fields }) =>
    fields.some((field) => isQuestionShown(field, report, today, omittedFields)),
  );

/** The first section of each page. A section that is not asked leaves its page to the others. */
const pageStarts = ['contact', 'death', 'agreement'];

/** Returns the sections of a page, those of short forms all at once. The last page has the summary. */
export const pageOf = (step: Step, sections: readonly FormSection[], { form }: Pick<FormSnapshot, 'form'>) => {
  const starts = isInquiry(form?.form.kind) ? pageStarts.filter((id) => id === reading) : pageStarts;
  const all = [...intakeSections.slice(0, -1).map(({ id }) => id), questions, reading];
  const numberOf = (id: Step) => starts.filter((start) => all.indexOf(start) <= all.indexOf(id)).length;
  return sections.filter(({ id }) => numberOf(id) === numberOf(step));
};

const sectionIds = (snapshot: FormSnapshot): string =>
  sectionsOf(snapshot)
    .map(({ id }) => id)
    .join(' ');

export const useSections = (): readonly FormSection[] => {
  const store = useFormStore();
  useFormSnapshot(sectionIds);
  useFormSnapshot(({ form }) => form);
  return sectionsOf(store.get());
};

export const titleOf = (section: FormSection, { subject }: Pick<FormSnapshot, 'subject'>): string =>
  t(sectionTitle(section, subject));
