import type { FamilyStep } from '#domain/families/family-page.schema.ts';

export const stepLabels: Readonly<Record<FamilyStep, string>> = {
  received: 'Received',
  contacted: 'Contacted',
  arrangements: 'Arrangements',
  doctor: 'Certificate with the doctor',
  county: 'Certificate with the county',
  ready: 'Certificate ready',
};
