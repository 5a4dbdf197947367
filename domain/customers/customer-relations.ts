/** What a customer is to a case. Apart from the schemas of calls, which the records need not carry. */
export const customerRelations = ['informant', 'next_of_kin'] as const;
export type CustomerRelation = (typeof customerRelations)[number];
