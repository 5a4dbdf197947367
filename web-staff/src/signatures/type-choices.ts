import { templateTypeLabels, templateTypes } from '#domain/signatures/template-types.ts';

/** What a paper to sign can be, as a list to choose from. */
export const typeChoices = templateTypes.map((value) => ({ value, label: templateTypeLabels[value] }));
