/**
 * The most customers of one case. Each that is entered takes three actions of the transaction that writes the case
 * (record, claim of name and phone, trail), each that leaves two; with all sections of the case changed at once that
 * stays below the hundred that DynamoDB takes.
 */
export const maxCustomersOfCase = 10;

export const tooManyCustomers = `A case can have at most ${maxCustomersOfCase} customers`;
const tooManyLeave = `Remove at most ${maxCustomersOfCase} customers at a time`;

/**
 * Why a case may not go from these customers to those; undefined where it may. A case that has more of them, from
 * before there was a limit, may keep them, and take on nobody else.
 */
export const customersError = (before: readonly string[], next: readonly string[]): string | undefined => {
  const joins = next.some((id) => !before.includes(id));
  if (joins && next.length > maxCustomersOfCase) return tooManyCustomers;
  return before.filter((id) => !next.includes(id)).length > maxCustomersOfCase ? tooManyLeave : undefined;
};
