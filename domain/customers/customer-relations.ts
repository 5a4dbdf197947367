/** Apart from the schemas of calls, which the records need not load. */
export const customerRelations = ['informant', 'next_of_kin'] as const;
export type CustomerRelation = (typeof customerRelations)[number];
