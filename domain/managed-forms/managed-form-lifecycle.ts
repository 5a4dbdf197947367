/** Why a managed form stays as it is. */
export const managedFormMessages = {
  taken: 'Another form of this home has this address',
  openElsewhere: 'Another form is open to the public at this address. Unpublish it first.',
  mainReports: 'At the home’s own address families report a death. Give this form another address.',
  otherKind: 'That form is for something else. Begin with one of the same kind.',
  slugFixed:
    'The address was published and stays as it is: it may stand on paper. Copy the form to give it another one.',
  asksForNumber:
    'The form asks for the Social Security Number itself, and keeps it sealed. Leave it out of your own questions.',
  unknownForm: 'This form is not known here. Please open it again.',
} as const;

/** A home's form on its way: written, open to the public, closed for now, put away for good. */
export const managedFormStatuses = ['draft', 'published', 'unpublished', 'archived'] as const;
export type ManagedFormStatus = (typeof managedFormStatuses)[number];

export const managedFormActions = ['edit', 'publish', 'unpublish', 'archive'] as const;
export type ManagedFormAction = (typeof managedFormActions)[number];

/**
 * Which action leads where (D1 §4 names publish, unpublish and archive); what is not here is refused. Publishing again
 * makes the next version. What was put away stays as it is, and can be copied into a new form.
 */
export const managedFormTransitions = {
  draft: { edit: 'draft', publish: 'published', archive: 'archived' },
  published: { edit: 'published', publish: 'published', unpublish: 'unpublished', archive: 'archived' },
  unpublished: { edit: 'unpublished', publish: 'published', archive: 'archived' },
  archived: {},
} as const satisfies Record<ManagedFormStatus, Partial<Record<ManagedFormAction, ManagedFormStatus>>>;

/** The status that an action leads to; undefined where it is refused. */
export function formStatusAfter(status: ManagedFormStatus, action: ManagedFormAction): ManagedFormStatus | undefined {
  const transitions: Partial<Record<ManagedFormAction, ManagedFormStatus>> = managedFormTransitions[status];
  return transitions[action];
}

const archived = 'This form is archived. Copy it into a new form to use it again.';

/** Why an action is refused for a form of this status; undefined where it is not. */
export function whyFormRefuses(status: ManagedFormStatus, action: ManagedFormAction): string | undefined {
  if (formStatusAfter(status, action)) return undefined;
  return status === 'archived' ? archived : 'This form is not open to the public.';
}
