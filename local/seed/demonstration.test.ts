import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CaseStatus } from '#domain/cases/case.schema.ts';
import { caseSections } from '#domain/cases/sections/case-sections.ts';
import { IntakeSubmission } from '#domain/intake/intake.schema.ts';
import { isBlank } from '#domain/shared/forms/field.ts';
import { todayIn } from '#domain/shared/values/calendar-date.ts';
import type { Table } from '#functions/platform/store/table.ts';
import { contentOf } from './case-records.ts';
import { calendarOf } from './demo-organization.ts';
import { harborLight } from './harbor-light.data.ts';
import type { Report } from './report.ts';
import { seedingOf } from './seeding.ts';
import { firstCallOf, payloadOf } from './submission-records.ts';
import { whitcombAmes } from './whitcomb-ames.data.ts';

// Every weekday, both ends of a year, leap days, both clock changes, first and last minutes of a day.
const days = [
  ...['2026-03-02T05:01:00Z', '2026-03-03T04:58:00Z', '2026-03-04T12:00:00Z', '2026-03-05T15:00:00Z'],
  ...['2026-03-06T05:01:00Z', '2026-03-07T04:58:00Z', '2026-03-08T12:00:00Z', '2026-03-09T04:01:00Z'],
  ...['2026-11-02T05:01:00Z', '2027-01-01T05:01:00Z', '2026-12-31T23:30:00Z', '2027-01-29T12:00:00Z'],
  ...['2028-02-29T05:01:00Z', '2028-03-01T12:00:00Z', '2028-03-04T04:58:00Z', '2028-03-18T12:00:00Z'],
].map((instant) => new Date(instant));

const neverAsked = () => Promise.reject(new Error('the data is not read from a table'));
const cipher = {
  seal: async (_: string, ssn: string) => ({ ssn_id: ssn, last4: ssn.slice(-4), ciphertext: '' }),
  open: neverAsked,
};

const demonstrationAt = (now: Date) =>
  [whitcombAmes, harborLight].map((organization) => {
    const calendar = calendarOf(now, organization.timeZone);
    return {
      organization,
      seeding: seedingOf({ table: {} as Table, cipher, now }, organization),
      submissions: organization.submissions(calendar),
      cases: organization.cases(calendar),
      firstCalls: organization.firstCalls(calendar),
    };
  });

/** D2 §4: required fields by status. */
const active = {
  deceased: [
    'deceased_first_name',
    'deceased_last_name',
    'date_of_birth',
    'date_of_death',
    'gender',
    'location_of_death',
  ],
  informant: ['informant_name', 'informant_relationship', 'informant_address'],
  service: ['service_date', 'service_type', 'service_location'],
};
const completed = {
  ...active,
  deceased: [...active.deceased, 'city_of_death', 'state_of_death'],
  demographics: ['place_of_birth_city', 'place_of_birth_state', 'marital_status'],
};
const requiredBy: Record<CaseStatus, Record<string, readonly string[]>> = {
  draft: {},
  active,
  completed,
  cancelled: {},
};

const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000;

afterEach(() => void vi.useRealTimers());

describe.each(days)('demo data as seeded at %o', (now) => {
  beforeEach(() => void vi.useFakeTimers({ now, toFake: ['Date'] }));

  it('contains submissions that the form accepts, sent after the reported death', () => {
    for (const { organization, seeding, submissions } of demonstrationAt(now)) {
      for (const demo of submissions) {
        const parsed = IntakeSubmission.safeParse(payloadOf(demo));
        expect(parsed.error?.issues.map(({ path, message }) => [demo.name, ...path, message])).toBeUndefined();
        assertAfterDeath(demo.report, new Date(seeding.instant(demo.received)), organization.timeZone);
      }
    }
  });

  it('contains valid first calls, taken between the death and the opening of the case', async () => {
    for (const { seeding, cases, firstCalls } of demonstrationAt(now)) {
      for (const demo of firstCalls) {
        const { record } = await firstCallOf(seeding, demo);
        expect(record.status).toBe(demo.draft ? 'draft' : 'active');
        const { date_of_death: died, time_of_death: time, call_received_at: taken } = record.form;
        expect(`${taken}` >= `${died}T${time ?? '00:00'}`, `${demo.name} ${taken}`).toBe(true);
        const caseRecord = cases.find(({ name }) => name === demo.becameCase);
        if (demo.becameCase) expect(caseRecord?.created).toBeLessThan(demo.received);
      }
    }
  });

  it('contains cases whose fields are valid for their sections and status', async () => {
    for (const { organization, seeding, submissions, cases } of demonstrationAt(now)) {
      for (const demo of cases) {
        const { sections, sealed } = await contentOf(seeding, demo, submissions);
        for (const [id, values] of Object.entries(sections)) {
          const fields = caseSections.find((section) => section.id === id)?.fields ?? [];
          for (const [name, value] of Object.entries(values)) {
            if (name === 'next_of_kins') continue;
            const field = fields.find((candidate) => candidate.name === name);
            const entered = field?.yesNo ? (value === true ? 'yes' : 'no') : value;
            const parsed = field?.schema.safeParse(entered);
            expect([demo.name, id, name, parsed?.data ?? parsed?.error?.message]).toEqual([
              demo.name,
              id,
              name,
              entered,
            ]);
          }
        }
        for (const [section, names] of Object.entries(requiredBy[demo.status])) {
          expect(names.filter((name) => isBlank(sections[section]?.[name])).map((name) => [demo.name, name])).toEqual(
            [],
          );
        }
        if (demo.status === 'completed') expect(sealed?.last4).toMatch(/^\d{4}$/);
        if (!('submission' in demo.from)) {
          assertAfterDeath(demo.from, new Date(seeding.instant(demo.created)), organization.timeZone);
        }
        const { service_date } = sections.service ?? {};
        const { date_of_death } = sections.deceased ?? {};
        if (!service_date) continue;
        const wait = daysBetween(String(date_of_death), String(service_date));
        expect(wait >= 0 && wait <= 365, `${demo.name} waits ${wait} days`).toBe(true);
      }
    }
  });
});

function assertAfterDeath({ died, time }: Report, reported: Date, timeZone: string): void {
  const clock = reported.toLocaleTimeString('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
  expect(`${todayIn(timeZone, reported)} ${clock}` >= `${died} ${time ?? '00:00'}`).toBe(true);
}

describe('people of the demo data', () => {
  const now = new Date('2028-02-29T15:00:00Z');
  const reports = demonstrationAt(now).flatMap(({ submissions, cases }) => [
    ...submissions.map(({ name, report }) => ({ name, report })),
    ...cases.flatMap(({ name, from }) => ('submission' in from ? [] : [{ name, report: from }])),
  ]);

  it('uses numbers, phones and addresses that belong to no one', () => {
    const ssns = reports.flatMap(({ report }) => report.ssn ?? []);
    for (const ssn of ssns) expect(ssn).toMatch(/^(9\d{2}-\d{2}-\d{4}|987-65-432\d)$/);
    expect(new Set(ssns).size).toBe(ssns.length);
    const everything = JSON.stringify([reports, whitcombAmes, harborLight]);
    for (const [phone] of everything.matchAll(/\(?\b\d{3}\)? ?\d{3}-?\d{4}\b/g)) {
      expect(phone.replace(/\D/g, '')).toMatch(/^\d{3}55501\d\d$/);
    }
    for (const [address] of everything.matchAll(/[\w.-]+@[\w.-]+/g)) {
      expect(address).toMatch(/@(example\.(com|org)|[\w-]+\.example)$/);
    }
  });
});
