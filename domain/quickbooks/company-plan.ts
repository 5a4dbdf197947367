/** Which companies at QuickBooks an organization keeps its books in, by their realm ids. */
export interface CompanyAssignment {
  /** The one that was connected first: of all homes that have no company of their own. Undefined where it was disconnected. */
  readonly first: string | undefined;
  /** All that are connected. */
  readonly connected: readonly string[];
  /** The homes that have a company of their own, by their ids. */
  readonly homes: Readonly<Record<string, string>>;
  /** All that were ever a home's own. */
  readonly everOwned: readonly string[];
}

/** The plan of the companies that are connected, with what homes have chosen; undefined where none ever has. */
export function companyAssignment(
  realmIds: Pick<CompanyAssignment, 'first' | 'connected'>,
  chosen: { homes: CompanyAssignment['homes']; apart: readonly string[] } | undefined,
): CompanyAssignment {
  const { homes = {}, apart = [] } = chosen ?? {};
  return { ...realmIds, homes, everOwned: [...new Set([...apart, ...Object.values(homes)])] };
}

/** The company in which a home keeps its books; undefined where that one is not connected. */
export function companyOfHome({ first, connected, homes }: CompanyAssignment, homeId: string): string | undefined {
  const company = Object.hasOwn(homes, homeId) ? homes[homeId] : first;
  return company !== undefined && connected.includes(company) ? company : undefined;
}

/**
 * Whether a company has taken the place of one that was the organization's first, so that cases which were booked there
 * are booked here from now on. Nothing moves between companies that homes have of their own.
 */
export function supersedesDefaultCompany(
  { first, connected, everOwned }: CompanyAssignment,
  company: string,
  previous: string,
): boolean {
  return company === first && !connected.includes(previous) && !everOwned.includes(previous);
}

/**
 * The company that the money of a case goes to: the one where the case is booked already, so that one case never stands in
 * two; else that of its home. Undefined where there is none for now: the case waits until that one is connected again.
 */
export function companyOfCase(
  plan: CompanyAssignment,
  homeId: string,
  bookedIn: string | undefined,
): string | undefined {
  if (bookedIn !== undefined && plan.connected.includes(bookedIn)) return bookedIn;
  const own = companyOfHome(plan, homeId);
  return bookedIn === undefined || (own !== undefined && supersedesDefaultCompany(plan, own, bookedIn))
    ? own
    : undefined;
}

/** Whether all money goes to the organization's first company, so that nobody has to ask where a case belongs. */
export function hasSingleCompany({ first, connected, everOwned }: CompanyAssignment): boolean {
  return everOwned.length === 0 && connected.every((one) => one === first);
}
