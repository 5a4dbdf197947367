import { type CalendarDate, formatDate } from '#domain/shared/values/calendar-date.ts';
import { csvLine } from '#domain/shared/values/csv.ts';
import { comparablePhone, formatPhone } from '#domain/shared/values/phone.ts';
import { exactName, haveSameParts, isTypedFor } from '#domain/shared/values/same-name.ts';
import { foldForSearch } from '#domain/shared/values/search-text.ts';
import type { CustomerRow } from './customer.schema.ts';

/** A customer with its numbers of draft and active cases, which block a deletion (D1 §4). */
export interface CustomerWithCases {
  name: string;
  active_cases: number;
}

/** Returns the message of a refused deletion, with each customer that has active cases (D1 §8). */
export const activeCasesMessage = (customers: readonly CustomerWithCases[]): string =>
  `Cannot delete customers with active cases: ${customers
    .map(({ name, active_cases: n }) => `${name} (${n} active ${n === 1 ? 'case' : 'cases'})`)
    .join(', ')}`;

/** Returns whether a case of this status blocks a deletion and has its service still to come. */
export const isActiveCase = (status: string): boolean => status === 'draft' || status === 'active';

const westernmostHours = 11;

/**
 * Returns the earliest current day in the United States (American Samoa, UTC−11), so that a service counts as upcoming
 * until its day is over everywhere.
 */
export const earliestToday = (now: Date): CalendarDate =>
  new Date(now.getTime() - westernmostHours * 3_600_000).toISOString().slice(0, 10);

/** Returns the first day that has not passed, null if all have. `days` are sorted. */
export const upcomingService = (days: readonly CalendarDate[], today: CalendarDate): CalendarDate | null =>
  days.find((day) => day >= today) ?? null;

/** Returns an address on one line: “118 Marine Street, Apt 4, St. Augustine, FL 32084”. */
export const addressLine = (
  customer: Pick<CustomerRow, 'address' | 'apt_house_number' | 'city' | 'state' | 'zip_code'>,
): string => {
  const { address, apt_house_number: unit, city, state, zip_code: zip } = customer;
  return [address, unit, city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ');
};

/** D1 §9. */
const csvColumns = ['Name', 'Phone', 'Email', 'Address', 'Upcoming Service', 'Created Date'] as const;

/** Returns the first line of the CSV, with its line end. */
export const csvHeader = (): string => csvLine(csvColumns);

const createdFormats = new Map<string | undefined, Intl.DateTimeFormat>();

const createdDate = (instant: string, timeZone: string | undefined): string => {
  let format = createdFormats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
    createdFormats.set(timeZone, format);
  }
  return format.format(new Date(instant));
};

/**
 * Returns a customer's line of the CSV with its line end (D1 §9). `timeZone` decides the day of creation; the default
 * is the reader's.
 */
export const csvRow = (customer: CustomerRow, timeZone?: string): string =>
  csvLine([
    customer.full_name,
    formatPhone(customer.phone ?? ''),
    customer.email ?? '',
    addressLine(customer),
    customer.upcoming_service ? formatDate(customer.upcoming_service) : '',
    createdDate(customer.created_at, timeZone),
  ]);

/** Returns the name of the file that is downloaded on `today` (D1 §9). */
export const csvFileName = (today: CalendarDate): string => `customers-${today}.csv`;

export interface Comparable {
  first_name: string;
  middle_name: string;
  last_name: string;
  phone: string | null;
  email: string | null;
  zip_code: string;
}

/** A folded letter can become many, and a key of the table has a limit. */
const comparedLetters = 100;
const letters = (text: string): string =>
  [...foldForSearch(text).replace(/[^\p{L}\p{N}]+/gu, '')].slice(0, comparedLetters).join('');
const zip5 = (zip: string): string => zip.slice(0, 5);

const wholeName = ({ first_name, middle_name, last_name }: Comparable): string[] => [
  first_name,
  middle_name,
  last_name,
];

/** Returns whether two records have the same whole name with its accents. */
export const haveExactName = (a: Comparable, b: Comparable): boolean =>
  exactName(wholeName(a)) === exactName(wholeName(b));

/** Returns whether two records have the same whole name, where accents may be omitted. Blank names never match. */
export const haveSameName = (a: Comparable, b: Comparable): boolean =>
  /[^|]/.test(exactName(wholeName(a))) && haveSameParts(wholeName(a), wholeName(b));

/** Two customers may be one person if they share a phone, an email, or a name and ZIP code. */
export const duplicateReasons = ['phone', 'email', 'name'] as const;
export type DuplicateReason = (typeof duplicateReasons)[number];

/** Returns the values that a customer may share with a duplicate, for comparison by equality. */
export const duplicateKeys = (customer: Comparable): { reason: DuplicateReason; value: string }[] => {
  const { phone, email, first_name, last_name, zip_code } = customer;
  const name = [last_name, first_name].map(letters);
  return [
    ...(phone ? [{ reason: 'phone' as const, value: comparablePhone(phone) }] : []),
    ...(email ? [{ reason: 'email' as const, value: email }] : []),
    ...(zip_code && name.every((part) => part !== '')
      ? [{ reason: 'name' as const, value: `${name.join('|')}|${zip5(zip_code)}` }]
      : []),
  ];
};

const bothDiffer = (a: string | null, b: string | null): boolean => Boolean(a && b && a !== b);

type Reach = Pick<Comparable, 'phone' | 'email' | 'zip_code'>;

/** An unknown value contradicts nothing. */
const contradict = (a: Reach, b: Reach): boolean =>
  bothDiffer(a.phone && comparablePhone(a.phone), b.phone && comparablePhone(b.phone)) ||
  bothDiffer(a.email, b.email) ||
  bothDiffer(zip5(a.zip_code), zip5(b.zip_code));

/**
 * Returns whether two records are certainly one person: the same whole name with suffix, the same phone or email, and
 * no other email or ZIP code. Father and son who share a phone stay two.
 */
export const areCertainDuplicates = (a: Comparable, b: Comparable): boolean => {
  const shares = Boolean(a.phone && b.phone) || (Boolean(a.email) && a.email === b.email);
  return haveSameParts(wholeName(a), wholeName(b)) && shares && !contradict(a, b);
};

/**
 * Returns whether two records are certainly one person and no third record of the group makes that doubtful: Thuy may
 * be Thúy or Thủy at one phone, so a person decides.
 */
export const areCertainAmong = (group: readonly Comparable[], a: Comparable, b: Comparable): boolean =>
  areCertainDuplicates(a, b) &&
  group.every(
    (comparable) =>
      (haveSameName(a, comparable) && haveSameName(b, comparable)) ||
      !(areCertainDuplicates(a, comparable) || areCertainDuplicates(b, comparable)),
  );

type Caller = Pick<Comparable, 'first_name' | 'last_name' | 'phone'>;

/** Returns a text unique to a caller: first and last name with accents, and phone; undefined without a phone. */
export const callerKey = ({ first_name, last_name, phone }: Caller): string | undefined =>
  phone ? [exactName([first_name]), exactName([last_name]), comparablePhone(phone)].join('\n') : undefined;

/** Returns whether a caller and a customer have the same first and last name and phone. */
export const isSameCaller = (a: Caller, b: Caller): boolean =>
  Boolean(a.phone && b.phone) &&
  comparablePhone(a.phone ?? '') === comparablePhone(b.phone ?? '') &&
  haveSameParts([a.first_name, a.last_name], [b.first_name, b.last_name]);

export type WholeCaller = Caller & Reach;

/** Returns the same if neither has another email or ZIP code: father and son who share a phone stay two. */
export const isCertainCaller = (a: WholeCaller, b: WholeCaller): boolean => isSameCaller(a, b) && !contradict(a, b);

/**
 * Returns the customer that a caller certainly is: the oldest of exactly this name at the phone. A name typed without
 * accents (ODEGARD) matches an only customer with accents (Ødegård), and never the reverse, because relatives may differ
 * by an accent.
 */
export const knownCaller = <C extends WholeCaller & { created_at: string }>(
  caller: WholeCaller,
  customers: readonly C[],
): C | undefined => {
  const alike = customers.filter((customer) => isCertainCaller(customer, caller));
  const [exact] = alike
    .filter((customer) => callerKey(customer) === callerKey(caller))
    .sort(
      (a, b) =>
        Number(b.email === caller.email) - Number(a.email === caller.email) || a.created_at.localeCompare(b.created_at),
    );
  const [only, ...others] = alike.filter((customer) =>
    isTypedFor([caller.first_name, caller.last_name], [customer.first_name, customer.last_name]),
  );
  return exact ?? (others.length === 0 ? only : undefined);
};

/** Answers a call about a customer that does not exist, or that the caller may not see. */
export const customerNotFound = 'Customer not found';
