export const managedFormMessages = {
  taken: 'Another form already uses this address',
  openElsewhere: 'Another form is published at this address. Unpublish it first.',
  mainReports: 'The main address is reserved for the death report form. Use another address.',
  otherKind: 'Choose a form of the same type to copy.',
  slugFixed: 'A published address cannot be changed. Copy the form to use a different address.',
  asksForNumber:
    'The form already asks for the Social Security Number and encrypts it. Remove it from your custom questions.',
  unknownForm: 'This form no longer exists. Please open it again from your link.',
} as const;

export const managedFormStatuses = ['draft', 'published', 'unpublished', 'archived'] as const;
export type ManagedFormStatus = (typeof managedFormStatuses)[number];

export const managedFormActions = ['edit', 'publish', 'unpublish', 'archive'] as const;
export type ManagedFormAction = (typeof managedFormActions)[number];

/** D1 §4 names publish, unpublish and archive; missing actions are rejected. */
export const managedFormTransitions = {
  draft: { edit: 'draft', publish: 'published', archive: 'archived' },
  published: { edit: 'published', publish: 'published', unpublish: 'unpublished', archive: 'archived' },
  unpublished: { edit: 'unpublished', publish: 'published', archive: 'archived' },
  archived: {},
} as const satisfies Record<ManagedFormStatus, Partial<Record<ManagedFormAction, ManagedFormStatus>>>;

export function formStatusAfter(status: ManagedFormStatus, action: ManagedFormAction): ManagedFormStatus | undefined {
  const transitions: Partial<Record<ManagedFormAction, ManagedFormStatus>> = managedFormTransitions[status];
  return transitions[action];
}

const archived = 'This form is archived. Copy it into a new form to use it again.';

/** Returns why a form of this status rejects an action; undefined if it does not. */
export function whyFormRefuses(status: ManagedFormStatus, action: ManagedFormAction): string | undefined {
  if (formStatusAfter(status, action)) return undefined;
  return status === 'archived' ? archived : 'This form is not open to the public.';
}
