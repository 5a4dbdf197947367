import type { IntakeFormValues } from '#domain/intake/intake-answers.ts';
import type { FormSection } from './gaps.ts';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const isControl = (element: Element): element is Control =>
  element instanceof HTMLInputElement || element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement;

const answerOf = (controls: readonly Control[]) => {
  const [first] = controls;
  if (!(first instanceof HTMLInputElement) || (first.type !== 'radio' && first.type !== 'checkbox'))
    return first?.value;
  const ticked = controls.filter((control) => control instanceof HTMLInputElement && control.checked);
  if (first.type === 'radio') return ticked[0]?.value ?? '';
  return first.hasAttribute('value') ? ticked.map(({ value }) => value) : ticked.length > 0;
};

/**
 * What the family, or the browser for it, filled into a section of the built page before the section was alive: fields
 * that differ from their default.
 */
export const readTypedEarly = (root: Element, { fields }: FormSection): Partial<IntakeFormValues> => {
  const byName = new Map<string, Control[]>();
  for (const control of [...root.querySelectorAll('[name]')].filter(isControl)) {
    byName.set(control.name, [...(byName.get(control.name) ?? []), control]);
  }
  const typed = fields.flatMap(({ name, defaultValue }) => {
    const value = answerOf(byName.get(name) ?? []);
    return value === undefined || String(value) === String(defaultValue) ? [] : [[name, value]];
  });
  return Object.fromEntries(typed);
};
