/** Which companies at QuickBooks an organization keeps its books in, by their numbers. */
export interface CompanyPlan {
  /** The one that was connected first: of all homes that have no company of their own. Undefined where it was disconnected. */
  readonly first: string | undefined;
  /** All that are connected. */
  readonly connected: readonly string[];
  /** The homes that have a company of their own, by their ids. */
  readonly homes: Readonly<Record<string, string>>;
}

/** The company in which a home keeps its books; undefined where that one is not connected. */
export function companyOfHome({ first, connected, homes }: CompanyPlan, homeId: string): string | undefined {
  const wanted = Object.hasOwn(homes, homeId) ? homes[homeId] : first;
  return wanted !== undefined && connected.includes(wanted) ? wanted : undefined;
}

/**
 * The company that the money of a case goes to: the one where the case is booked already, as long as that is connected, so
 * that one case never stands in two; else that of its home. Undefined where there is none for now.
 */
export function companyOfCase(plan: CompanyPlan, homeId: string, bookedIn: string | undefined): string | undefined {
  return bookedIn !== undefined && plan.connected.includes(bookedIn) ? bookedIn : companyOfHome(plan, homeId);
}

/** Whether all money goes to one company, so that nobody has to ask where a case belongs. */
export function isOneCompany({ connected, homes }: CompanyPlan): boolean {
  return connected.length <= 1 && Object.keys(homes).length === 0;
}
