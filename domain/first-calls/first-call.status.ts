import * as z from 'zod';

/** D2 §3: a sheet starts as a draft, is active once it is whole, and converted once it has become a case. */
export const firstCallStatuses = ['draft', 'active', 'converted'] as const;
export const FirstCallStatus = z.enum(firstCallStatuses);
export type FirstCallStatus = z.output<typeof FirstCallStatus>;

export const firstCallStatusLabels: Record<FirstCallStatus, string> = {
  draft: 'Draft',
  active: 'Active',
  converted: 'Converted',
};

/** Why a sheet stays as it is. */
export const firstCallMessages = {
  editTheCase: 'This first call has become a case. Edit the case instead.',
  keptWithCase: 'This first call has become a case and cannot be deleted.',
  someAreKept: 'First calls that have become cases cannot be deleted.',
  staysActive: 'An active first call does not become a draft again',
  nothingEntered: 'Enter something about the call before it is saved.',
} as const;
