/** The id of a field's control; of the first one where it has several. */
export const fieldId = (name: string): string => `field-${name}`;

/** Brings a field into view and puts the focus into it; into the way back from "I don't know" where that was said. */
export const focusField = (name: string): void => {
  const control = document.getElementById(fieldId(name)) ?? document.getElementById(`${fieldId(name)}-unknown`);
  if (!control) return;
  const still = window.matchMedia?.('(prefers-reduced-motion: reduce)').matches;
  const box = control.closest('.field') ?? control;
  control.focus({ preventScroll: true });
  box.scrollIntoView({ block: 'center', behavior: still ? 'auto' : 'smooth' });
};

const typedInto = 'input:not([type=radio], [type=checkbox]), select, textarea';

/** Where Enter leads from a field that takes one line: to the next one, or to the way on behind the last. */
export const focusNext = (from: HTMLElement): void => {
  const section = from.closest('form');
  const all = [...(section?.querySelectorAll<HTMLElement>(`${typedInto}, .choice input, .way-on`) ?? [])];
  const own = from.closest('.date, .choices, .costs');
  const next = all.slice(all.indexOf(from) + 1).find((control) => own?.matches('.date') || !own?.contains(control));
  next?.focus();
};
