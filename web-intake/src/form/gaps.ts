import { requiredMessageOf } from '#domain/forms/field.ts';
import { type IntakeFieldName, intakeFields, intakeSections } from '#domain/intake/intake.sections.ts';
import type { FormFieldData } from './controls.tsx';
import type { FormSnapshot } from './form-store.ts';

export type FormSection = (typeof intakeSections)[number];

/** What still keeps the form from being sent, of one field. */
export interface Gap {
  name: IntakeFieldName;
  label: string;
  /** What is wrong with what was entered; nothing where nothing was. */
  message: string | undefined;
}

const timesUsed = new Map<string, number>();
for (const { field } of intakeFields) timesUsed.set(field.label, (timesUsed.get(field.label) ?? 0) + 1);

/** A field's label, led by its group where other fields of the form carry the same: 'Home address: City'. */
export const labelOf = ({ group, label }: FormFieldData): string =>
  group && (timesUsed.get(label) ?? 0) > 1 ? `${group}: ${label}` : label;

/** The fields of a section that are missing or wrong, in the order of the form. */
export const gapsOf = (section: FormSection, { problems, refused }: FormSnapshot): Gap[] =>
  section.fields.flatMap((field) => {
    const found = refused[field.name]?.[0] ?? problems[field.name]?.[0];
    if (found === undefined) return [];
    const message = found === requiredMessageOf(field) ? undefined : found;
    return [{ name: field.name, label: labelOf(field), message }];
  });

export const countGaps = (section: FormSection, { problems, refused }: FormSnapshot): number =>
  section.fields.filter(({ name }) => problems[name] !== undefined || refused[name] !== undefined).length;

export const countCompleteSections = (snapshot: FormSnapshot): number =>
  intakeSections.filter((section) => countGaps(section, snapshot) === 0).length;

export const sectionAnchor = ({ id }: { id: string }): string => `section-${id}`;
