import { templateTypeLabels, templateTypes } from '#domain/signatures/standard-document-templates.ts';

/** What a paper to sign can be, as a list to choose from. */
export const typeChoices = templateTypes.map((value) => ({ value, label: templateTypeLabels[value] }));
