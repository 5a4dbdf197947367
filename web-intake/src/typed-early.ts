import { intakeFields } from '#domain/intake/intake.sections.ts';
import type { IntakeFormValues } from '#domain/intake/intake-answers.ts';

const isControl = (element: unknown): element is HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement =>
  element instanceof HTMLInputElement || element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement;

const answerOf = (controls: readonly (HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement)[]) => {
  const [first] = controls;
  if (!(first instanceof HTMLInputElement) || (first.type !== 'radio' && first.type !== 'checkbox'))
    return first?.value;
  const ticked = controls.filter((control) => control instanceof HTMLInputElement && control.checked);
  if (first.type === 'radio') return ticked[0]?.value ?? '';
  return first.hasAttribute('value') ? ticked.map(({ value }) => value) : ticked.length > 0;
};

/** What the family typed into the built page while the code was still on its way: fields that differ from their default. */
export const readTypedEarly = (root: ParentNode): Partial<IntakeFormValues> => {
  const typed: Record<string, unknown> = {};
  for (const { field } of intakeFields) {
    const controls = [...root.querySelectorAll(`[name="${field.name}"]`)].filter(isControl);
    const value = answerOf(controls);
    if (value === undefined || String(value) === String(field.defaultValue)) continue;
    typed[field.name] = value;
  }
  return typed as Partial<IntakeFormValues>;
};
