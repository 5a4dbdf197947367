/** The QuickBooks companies of an organization, by realm id. */
export interface CompanyAssignment {
  /** The company of all homes without their own; undefined if it was disconnected. */
  readonly first: string | undefined;
  readonly connected: readonly string[];
  readonly homes: Readonly<Record<string, string>>;
  /** All companies that a home ever had as its own. */
  readonly everOwned: readonly string[];
}

/** Returns the companies of the homes; undefined if no company was ever connected. */
export function companyAssignment(
  realmIds: Pick<CompanyAssignment, 'first' | 'connected'>,
  chosen: { homes: CompanyAssignment['homes']; apart: readonly string[] } | undefined,
): CompanyAssignment {
  const { homes = {}, apart = [] } = chosen ?? {};
  return { ...realmIds, homes, everOwned: [...new Set([...apart, ...Object.values(homes)])] };
}

/** Returns the company of a home; undefined if it is not connected. */
export function companyOfHome({ first, connected, homes }: CompanyAssignment, homeId: string): string | undefined {
  const company = Object.hasOwn(homes, homeId) ? homes[homeId] : first;
  return company !== undefined && connected.includes(company) ? company : undefined;
}

/**
 * True if a company replaced the former first one, so that its cases move. Nothing moves between homes' own companies.
 */
export function supersedesDefaultCompany(
  { first, connected, everOwned }: CompanyAssignment,
  company: string,
  previous: string,
): boolean {
  return company === first && !connected.includes(previous) && !everOwned.includes(previous);
}

/** Returns the company that has the case, so that no case is in two, else its home's; undefined while disconnected. */
export function companyOfCase(
  plan: CompanyAssignment,
  homeId: string,
  currentRealm: string | undefined,
): string | undefined {
  if (currentRealm !== undefined && plan.connected.includes(currentRealm)) return currentRealm;
  const own = companyOfHome(plan, homeId);
  return currentRealm === undefined || (own !== undefined && supersedesDefaultCompany(plan, own, currentRealm))
    ? own
    : undefined;
}

/** True if all money goes to the first company, so that the company of a case need not be looked up. */
export function hasSingleCompany({ first, connected, everOwned }: CompanyAssignment): boolean {
  return everOwned.length === 0 && connected.every((one) => one === first);
}
