export const customerRelations = ['informant', 'next_of_kin'] as const;
export type CustomerRelation = (typeof customerRelations)[number];

/**
 * The most customers of one case. Each added one takes three actions of the case's transaction (record, claim,
 * history), each removed one two; with all sections changed, this stays below the 100 that DynamoDB accepts.
 */
export const maxCustomersOfCase = 10;

export const tooManyCustomers = `A case can have at most ${maxCustomersOfCase} customers`;
const tooManyLeave = `Remove at most ${maxCustomersOfCase} customers at a time`;

/**
 * Returns the error of a change of a case's customers. A case with too many, from before the limit, keeps them and
 * adds none.
 */
export const customersError = (before: readonly string[], next: readonly string[]): string | undefined => {
  const joins = next.some((id) => !before.includes(id));
  if (joins && next.length > maxCustomersOfCase) return tooManyCustomers;
  return before.filter((id) => !next.includes(id)).length > maxCustomersOfCase ? tooManyLeave : undefined;
};
