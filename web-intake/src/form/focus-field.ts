/** Returns the id of a field's first control. */
export const fieldId = (name: string): string => `field-${name}`;

/** Scrolls to a field and focuses it, or the undo of "I don't know". */
export const focusField = (name: string): void => {
  const control = document.getElementById(fieldId(name)) ?? document.getElementById(`${fieldId(name)}-unknown`);
  if (!control) return;
  const still = window.matchMedia?.('(prefers-reduced-motion: reduce)').matches;
  const box = control.closest('.field') ?? control;
  control.focus({ preventScroll: true });
  box.scrollIntoView({ block: 'center', behavior: still ? 'auto' : 'smooth' });
};

const typedInto = 'input:not([type=radio], [type=checkbox]), select, textarea';

/** Enter in a line focuses the next field, or the button after the last one. */
export const focusNext = (from: HTMLElement): void => {
  const section = from.closest('.sheet');
  const all = [...(section?.querySelectorAll<HTMLElement>(`${typedInto}, .choice input, .way-on`) ?? [])];
  const own = from.closest('.date, .choices, .costs');
  const next = all.slice(all.indexOf(from) + 1).find((control) => own?.matches('.date') || !own?.contains(control));
  next?.focus();
};
