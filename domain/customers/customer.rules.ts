import { type CalendarDate, formatDate } from '#domain/shared/values/calendar-date.ts';
import { csvLine } from '#domain/shared/values/csv.ts';
import { comparablePhone, formatPhone } from '#domain/shared/values/phone.ts';
import { exactName, haveSameParts, isTypedFor } from '#domain/shared/values/same-name.ts';
import { foldForSearch } from '#domain/shared/values/search-text.ts';
import type { CustomerRow } from './customer.schema.ts';

/** What is asked of a customer before it is deleted (D1 §4): its name and how many draft and active cases it has. */
export interface CustomerWithCases {
  name: string;
  active_cases: number;
}

/** The sentence of a refused deletion, naming each customer that has active cases (D1 §8). */
export const activeCasesMessage = (customers: readonly CustomerWithCases[]): string =>
  `Cannot delete customers with active cases: ${customers
    .map(({ name, active_cases: n }) => `${name} (${n} active ${n === 1 ? 'case' : 'cases'})`)
    .join(', ')}`;

/** Cases in these states count as active: they block a deletion, and their service is still to come. */
export const isActiveCase = (status: string): boolean => status === 'draft' || status === 'active';

const westernmostHours = 11;

/**
 * The earliest day it still is at `now` anywhere in the United States (American Samoa, UTC−11). A service counts as
 * upcoming until its day is over everywhere, whichever home holds it.
 */
export const earliestToday = (now: Date): CalendarDate =>
  new Date(now.getTime() - westernmostHours * 3_600_000).toISOString().slice(0, 10);

/** The first of the days that has not passed; null when all have. `days` are in order. */
export const upcomingService = (days: readonly CalendarDate[], today: CalendarDate): CalendarDate | null =>
  days.find((day) => day >= today) ?? null;

/** A customer's address on one line: “118 Marine Street, Apt 4, St. Augustine, FL 32084”. */
export const addressLine = (
  customer: Pick<CustomerRow, 'address' | 'apt_house_number' | 'city' | 'state' | 'zip_code'>,
): string => {
  const { address, apt_house_number: unit, city, state, zip_code: zip } = customer;
  return [address, unit, city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ');
};

/** Columns of the CSV of customers (D1 §9). */
const csvColumns = ['Name', 'Phone', 'Email', 'Address', 'Upcoming Service', 'Created Date'] as const;

/** The first line of the file, line end included. */
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
 * A customer's line, line end included: the service as MMM d, yyyy, the day of creation as MM/dd/yyyy (D1 §9) in
 * `timeZone`, which is the reader's own unless stated.
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

/** The name of the file that is downloaded on `today` (D1 §9). */
export const csvFileName = (today: CalendarDate): string => `customers-${today}.csv`;

/** What the rules about duplicates look at. */
export interface Comparable {
  first_name: string;
  middle_name: string;
  last_name: string;
  phone: string | null;
  email: string | null;
  zip_code: string;
}

/** So much of a name is compared: a folded letter can become many, and a key of the table has its limit. */
const comparedLetters = 100;
const letters = (text: string): string =>
  [...foldForSearch(text).replace(/[^\p{L}\p{N}]+/gu, '')].slice(0, comparedLetters).join('');
const zip5 = (zip: string): string => zip.slice(0, 5);

const wholeName = ({ first_name, middle_name, last_name }: Comparable): string[] => [
  first_name,
  middle_name,
  last_name,
];

/** Whether two records have the same whole name with its accents; `haveSameName` takes accents for left out. */
export const haveExactName = (a: Comparable, b: Comparable): boolean =>
  exactName(wholeName(a)) === exactName(wholeName(b));

/** Whether two records have the same whole name; two without one have not. */
export const haveSameName = (a: Comparable, b: Comparable): boolean =>
  /[^|]/.test(exactName(wholeName(a))) && haveSameParts(wholeName(a), wholeName(b));

/** Why two customers may be one person: they share a phone, an e-mail, or a name and a ZIP code. */
export const duplicateReasons = ['phone', 'email', 'name'] as const;
export type DuplicateReason = (typeof duplicateReasons)[number];

/** The values a customer may share with a duplicate, as `reason` → value, each compared by equality. */
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

/**
 * Whether two records are certainly one person: the same whole name, the same phone or e-mail, and nothing that speaks
 * against it. A suffix is part of the name, so Jr. and Sr. are never one; nor are father and son who share a phone but
 * not an e-mail address or a ZIP code.
 */
export const areCertainDuplicates = (a: Comparable, b: Comparable): boolean => {
  const phones = [a, b].map(({ phone }) => phone && comparablePhone(phone)) as [string | null, string | null];
  const sharesPhone = phones[0] !== null && phones[0] === phones[1];
  const sharesEmail = Boolean(a.email) && a.email === b.email;
  const contradicts =
    bothDiffer(...phones) || bothDiffer(a.email, b.email) || bothDiffer(zip5(a.zip_code), zip5(b.zip_code));
  return haveSameParts(wholeName(a), wholeName(b)) && (sharesPhone || sharesEmail) && !contradicts;
};

/**
 * Whether two records of a group are certainly one person and no third one makes that doubtful: Thuy, Thúy and Thủy at one
 * phone are two people or three, and which of them Thuy is, a person has to say.
 */
export const areCertainAmong = (group: readonly Comparable[], a: Comparable, b: Comparable): boolean =>
  areCertainDuplicates(a, b) &&
  group.every(
    (other) =>
      (haveSameName(a, other) && haveSameName(b, other)) ||
      !(areCertainDuplicates(a, other) || areCertainDuplicates(b, other)),
  );

type Caller = Pick<Comparable, 'first_name' | 'last_name' | 'phone'>;

/** A text that one caller alone has: first and last name with their accents, and phone; undefined without a phone. */
export const callerKey = ({ first_name, last_name, phone }: Caller): string | undefined =>
  phone ? [exactName([first_name]), exactName([last_name]), comparablePhone(phone)].join('\n') : undefined;

/** Whether a person who calls is a customer we know: the same first and last name and the same phone. */
export const isSameCaller = (a: Caller, b: Caller): boolean =>
  Boolean(a.phone && b.phone) &&
  comparablePhone(a.phone ?? '') === comparablePhone(b.phone ?? '') &&
  haveSameParts([a.first_name, a.last_name], [b.first_name, b.last_name]);

/**
 * Which of the customers at a phone a caller is: the oldest of exactly this name. A caller whose name was typed without
 * accents (ODEGARD) may be the one customer whose name has them (Ødegård); where there are two of them, or where it is the
 * customer whose accents are missing, they stay apart, because relatives may differ by an accent alone.
 */
export const knownCaller = <C extends Caller & { created_at: string }>(
  caller: Caller,
  customers: readonly C[],
): C | undefined => {
  const alike = customers.filter((one) => isSameCaller(one, caller));
  const [exact] = alike
    .filter((one) => callerKey(one) === callerKey(caller))
    .sort((a, b) => a.created_at.localeCompare(b.created_at));
  const [only, ...others] = alike.filter((one) =>
    isTypedFor([caller.first_name, caller.last_name], [one.first_name, one.last_name]),
  );
  return exact ?? (others.length === 0 ? only : undefined);
};
