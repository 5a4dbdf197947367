import type { CustomerRow } from '#domain/customers/customer.schema.ts';
import type { CustomerRelation } from '#domain/customers/customer-relations.ts';
import { ApiError, serverMessage } from '#domain/shared/contract/client.ts';
import { formatDate, todayIn } from '#domain/shared/values/calendar-date.ts';
import { formatMoney, parseMoney } from '#domain/shared/values/money.ts';

const relations: Readonly<Record<CustomerRelation, string>> = { informant: 'Informant', next_of_kin: 'Next of kin' };

/** 'Informant, Next of kin' */
export const relationsText = (of: readonly CustomerRelation[]): string => of.map((one) => relations[one]).join(', ');

/** '2 active cases', or '' for none. */
export const activeCasesText = (count: number): string =>
  count === 0 ? '' : `${count.toLocaleString('en-US')} active ${count === 1 ? 'case' : 'cases'}`;

/** '$1,250.00' for a decimal of the wire, or '' for none. */
export const depositText = (total: string): string => {
  const cents = parseMoney(total) ?? 0;
  return cents === 0 ? '' : formatMoney(cents);
};

/** 'Nov 24, 2026', or a dash for no service to come. */
export const serviceText = ({ upcoming_service }: Pick<CustomerRow, 'upcoming_service'>): string =>
  upcoming_service ? formatDate(upcoming_service) : '—';

/** The day of an instant in a time zone: 'Nov 20, 2026' (D1 §9). */
export const dayText = (instant: string, timeZone: string): string => formatDate(todayIn(timeZone, new Date(instant)));

/** The server's message for a failed call, that the connection was lost, else `fallback` (D1 §8). */
export const messageOr = (error: unknown, fallback: string): string => {
  const isLost = error instanceof ApiError && error.status === 0;
  return serverMessage(error) ?? (isLost ? error.message : fallback);
};
