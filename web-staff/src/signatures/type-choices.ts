import { templateTypeLabels, templateTypes } from '#domain/signatures/standard-document-templates.ts';

export const typeChoices = templateTypes.map((value) => ({ value, label: templateTypeLabels[value] }));
