import { useSyncExternalStore } from 'react';
import { intakeSections } from '#domain/intake/intake.sections.ts';

/** Where a family is: the start, a section by its id (the last one is the reading-through), or the page of a pause. */
export type Step = string;

export const start = 'start';
export const later = 'later';
/** The questions of the home's own form. */
export const questions = 'questions';
/** The last section: everything is read once more, agreed to and sent. */
export const reading = 'agreement';

const steps = new Set<Step>([later, questions, ...intakeSections.map(({ id }) => id)]);

let current: Step = start;

/** The step of the page's address; an anchor that names none, such as that of a skip link, stays where one is. */
const readStep = (): Step => {
  const named = window.location.hash.slice(1);
  if (named === '' || named === start) current = start;
  else if (steps.has(named)) current = named;
  return current;
};

const followAddress = (listener: () => void): (() => void) => {
  window.addEventListener('hashchange', listener);
  window.addEventListener('popstate', listener);
  return () => {
    window.removeEventListener('hashchange', listener);
    window.removeEventListener('popstate', listener);
  };
};

/** The step of the address, followed back and forth as the browser's own buttons go. */
export const useStep = (): Step => useSyncExternalStore(followAddress, readStep, () => start);

export const stepHref = (step: Step): string => `#${step}`;

let wanted: string | undefined;

/** Goes to another step, and to one of its fields if `field` names it. */
export const goTo = (step: Step, field?: string): void => {
  wanted = field;
  window.location.hash = step;
};

/** The field that the last `goTo` named, told once. */
export const consumeFocusTarget = (): string | undefined => {
  const field = wanted;
  wanted = undefined;
  return field;
};
