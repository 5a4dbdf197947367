import type { CaseStatus } from '#domain/cases/case.schema.ts';
import type { CaseSectionValues } from '#domain/cases/sections/case-sections.ts';
import type { NewCustomer } from '#domain/customers/customer.schema.ts';
import type { GateEntry } from '#domain/gates/gate-entries.ts';
import type { PaymentMethod } from '#domain/payments/ledger-entry.ts';
import type { Role } from '#domain/shared/access/roles.ts';
import type { AuditAction } from '#domain/shared/audit/audit-actions.ts';
import type { ServiceType } from '#domain/shared/reference-data/service-types.ts';
import { addDays, type CalendarDate, isCalendarDate, momentIn, todayIn } from '#domain/shared/values/calendar-date.ts';
import type { accounts } from '../accounts.ts';
import type { Report } from './report.ts';

export type Calendar = ReturnType<typeof calendarOf>;

/** Returns dates relative to today in a time zone (negative: past), so that the demo stays current. */
export const calendarOf = (now: Date, timeZone: string) => {
  const today = todayIn(timeZone, now);
  const day = (offset: number): CalendarDate => addDays(today, offset);
  const yearsAfter = (date: CalendarDate, years: number): CalendarDate => {
    const moved = `${Number(date.slice(0, 4)) + years}${date.slice(4)}`;
    return isCalendarDate(moved) ? moved : moved.replace('-02-29', '-02-28');
  };
  const born = (age: number, died: number, sinceBirthday: number) => yearsAfter(day(died - sinceBirthday), -age);
  return {
    now,
    timeZone,
    today,
    day,
    /** Returns the birth date of a person `age` years old on day `died`, `sinceBirthday` days after the last birthday. */
    born,
    /** The next funeral is ahead: today's until the evening, then tomorrow's. */
    funeral: funeralAfter(momentIn(timeZone, now).time, day),
    /** The latest Friday before today, as an offset from -7 to -1. */
    lastFriday: (() => {
      const weekday = new Date(`${today}T12:00:00Z`).getUTCDay();
      return -(((weekday + 1) % 7) + 1);
    })(),
  };
};

const funeralAfter = (time: string, day: (offset: number) => CalendarDate): { day: CalendarDate; time: string } => {
  if (time >= '18:00') return { day: day(1), time: '14:00' };
  const soon = `${String(Number(time.slice(0, 2)) + 2).padStart(2, '0')}:00`;
  return { day: day(0), time: soon < '14:00' ? '14:00' : soon };
};

/** Returns the instant this many hours before `now`, ISO 8601 in UTC. */
export const hoursBefore = (now: Date, hours: number): string =>
  new Date(now.getTime() - hours * 3_600_000).toISOString();

export type StaffEmail = (typeof accounts)[number]['email'];

export interface DemoHome {
  slug: string;
  name: string;
  phone: string;
  emergencyPhone: string;
  address: readonly [street: string, city: string, state: string, zip: string];
  license: string;
  timeZone: string;
  /** In percent. */
  salesTax?: string;
  prefix: string;
  condolence: string;
  logo: string | null;
  notify: readonly string[];
}

export interface DemoStaff {
  email: StaffEmail;
  name: readonly [first: string, last: string];
  role: Role;
  home: string;
  title: string;
  license?: string;
  phone: string;
}

/** Names are stable, because ids derive from them. Locations are named by slug, staff by email address. */
export interface DemoSubmission {
  name: string;
  home: string;
  received: number;
  contacted?: { hours: number; by: StaffEmail };
  serviceType?: ServiceType;
  /** Score of the bot check; `unverified` if it was unreachable. */
  botScore?: number | 'unverified';
  report: Report;
}

export interface DemoFirstCall {
  name: string;
  home: string;
  received: number;
  by: StaffEmail;
  draft?: true;
  /** Minutes after the seeding at which the family expects the removal team. */
  arrivesIn?: number;
  becameCase?: string;
  answers: Readonly<Record<string, unknown>>;
}

interface DemoAction {
  hours: number;
  by: StaffEmail;
  action: AuditAction;
  changes: readonly { field: string; from: unknown; to: unknown }[];
}

export interface DemoCase {
  name: string;
  home: string;
  created: number;
  by: StaffEmail;
  status: CaseStatus;
  /** The submission it came from, or the family's report to staff. */
  from: { submission: string } | Report;
  sections: CaseSectionValues;
  /** Further next of kin. */
  relatives?: readonly Readonly<Record<string, unknown>>[];
  /** Its documents, each a kind and a title. */
  papers?: readonly string[];
  actions?: readonly DemoAction[];
  /** Recorded at its gates, in order. */
  gates?: readonly DemoGateEntry[];
  money?: DemoMoney | undefined;
}

type Unstamped<Entry> = Entry extends GateEntry ? Omit<Entry, 'id' | 'by_name' | 'recorded_at'> : never;
export type DemoGateEntry = Unstamped<GateEntry>;

interface Done {
  hours: number;
  by: StaffEmail;
}

/** A ledger entry; amounts as typed. */
export interface DemoPayment extends Done {
  amount: string;
  from: string;
  purpose: string;
  method: PaymentMethod;
  check?: string;
  other?: string;
  notes?: string;
  /** The entry that it refunds or reverses, by index. */
  back?: { of: number; kind: 'refund' | 'reversal' };
  /** The insurance that it pays, by index. */
  settles?: number;
  voided?: { hours: number; reason: string };
}

interface DemoPermit {
  name: string;
  deceased?: string;
  number: string;
  authority?: string;
  issued: string;
  expires?: string;
  returned?: string;
}

interface DemoInsurance {
  company: string;
  policy: string;
  amount: string;
  phone?: string;
  expected?: string;
}

export interface DemoMoney {
  sections?: CaseSectionValues;
  agreed?: Done & {
    insurance?: readonly DemoInsurance[];
    instalments?: readonly { due_on: string; amount: string }[];
  };
  payments: readonly DemoPayment[];
  statement?: Done & { accepted?: { hours: number; by: string } };
  permits?: readonly DemoPermit[];
  copies?: { count: number; ordered: CalendarDate; received: CalendarDate };
}

export interface DemoCustomer {
  name: string;
  created: number;
  fields: NewCustomer;
}

export interface DemoOrganization {
  name: string;
  timeZone: string;
  homes: readonly DemoHome[];
  staff: readonly DemoStaff[];
  submissions(calendar: Calendar): readonly DemoSubmission[];
  firstCalls(calendar: Calendar): readonly DemoFirstCall[];
  cases(calendar: Calendar): readonly DemoCase[];
  customers: readonly DemoCustomer[];
}

const actions = {
  draft: 'case.updated',
  active: 'case.activated',
  completed: 'case.completed',
  cancelled: 'case.cancelled',
} as const satisfies Record<CaseStatus, AuditAction>;

export const moved = (from: CaseStatus, to: CaseStatus, by: StaffEmail, hours: number): DemoAction => ({
  hours,
  by,
  action: actions[to],
  changes: [{ field: 'status', from, to }],
});
