import { useSyncExternalStore } from 'react';
import { intakeSections } from '#domain/intake/intake.sections.ts';

/** The start, a section's id (the last one has the summary), or the pause page. */
export type Step = string;

export const start = 'start';
export const later = 'later';
export const questions = 'questions';
/** The last section: summary, agreement and SUBMIT. */
export const reading = 'agreement';

const steps = new Set<Step>([later, questions, ...intakeSections.map(({ id }) => id)]);

let current: Step = start;

/** Another anchor, such as that of a skip link, keeps the step. */
const readStep = (): Step => {
  const named = window.location.hash.slice(1);
  if (named === '' || named === start) current = start;
  else if (steps.has(named)) current = named;
  return current;
};

/** The `subscribe` of `useSyncExternalStore` for events of the window. */
export const followEvents =
  (...names: string[]) =>
  (listener: () => void): (() => void) => {
    for (const name of names) window.addEventListener(name, listener);
    return () => {
      for (const name of names) window.removeEventListener(name, listener);
    };
  };

const followAddress = followEvents('hashchange', 'popstate');

export const useStep = (): Step => useSyncExternalStore(followAddress, readStep, () => start);

export const stepHref = (step: Step): string => `#${step}`;

/** Names the section that a family works in, without a move: a reload or a saved draft continues there. */
export const nameStep = (step: Step): void => {
  history.replaceState(history.state, '', stepHref(step));
  window.dispatchEvent(new Event('popstate'));
};

let focusTarget: string | undefined;

/** Goes to a step, and to the field `field` if it is given. */
export const goTo = (step: Step, field?: string): void => {
  focusTarget = field;
  window.location.hash = step;
};

/** Returns the field of the last `goTo` once. */
export const consumeFocusTarget = (): string | undefined => {
  const field = focusTarget;
  focusTarget = undefined;
  return field;
};
