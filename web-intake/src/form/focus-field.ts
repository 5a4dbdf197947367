/** The id of a field's control; of the first one where it has several. */
export const fieldId = (name: string): string => `field-${name}`;

/** Brings a field into view and puts the focus into it. */
export const focusField = (name: string): void => {
  const control = document.getElementById(fieldId(name));
  if (!control) return;
  const still = window.matchMedia?.('(prefers-reduced-motion: reduce)').matches;
  const box = control.closest('.field') ?? control;
  control.focus({ preventScroll: true });
  box.scrollIntoView({ block: 'center', behavior: still ? 'auto' : 'smooth' });
};
