import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findSchedulingConflicts } from '#domain/calendar/calendar-events.ts';
import { dayConflicts } from '#domain/calendar/day-conflicts.ts';
import { effectsHere, effectText } from '#domain/care/personal-effects.ts';
import { type CaseSectionId, fieldsOfSection } from '#domain/cases/sections/case-sections.ts';
import { addDays, addMonths, daysBetween, todayIn } from '#domain/shared/values/calendar-date.ts';
import { localDateTime } from '#domain/shared/values/date-time.ts';
import { createCalendarRepository } from '#functions/calendar/repository/calendar.ts';
import { createDayReads } from '#functions/calendar/repository/days.ts';
import { people, readSchedule } from '#functions/calendar/schedule.ts';
import { effectsSchema } from '#functions/care/repository/personal-effects.ts';
import type { CaseListRow } from '#functions/cases/repository/case-rows.ts';
import { homesByName } from '#functions/organizations/repository/homes.ts';
import type { PartnerEncryptor } from '#functions/platform/adapters/kms.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import type { Item } from '#functions/platform/store/table.ts';
import { recountItems } from '#tests/support/checker/recount.ts';
import { long } from '#tests/support/test-length.ts';
import { DraftTable } from './draft-table.ts';
import { harborLight } from './harbor-light.data.ts';
import { draftOrganization, projectAll } from './organization-records.ts';
import { demoId } from './seeding.ts';
import { demoMapping } from './signed-forms.ts';
import { whitcombAmes } from './whitcomb-ames.data.ts';

// The first minutes of a year; at length also weekdays, a leap day, both clock changes, and the last minutes of a day.
const others = ['2026-03-08T12:00:00Z', '2026-11-01T04:58:00Z', '2028-02-29T15:00:00Z', '2026-08-14T21:00:00Z'];
const days = ['2027-01-01T05:01:00Z', ...(long ? others : [])];
const zone = 'America/New_York';
const encryptor = { seal: async () => 'sealed' } as unknown as PartnerEncryptor;

const madeAt = async (now: Date): Promise<{ table: DraftTable; items: Item[] }> => {
  const client = new DynamoDBClient({ region: 'us-east-1' });
  const drafts: DraftTable[] = [];
  let sealed = 0;
  const cipher = {
    seal: async (_: string, ssn: string) => {
      sealed += 1;
      return { ssn_id: `sealed-${sealed}`, last4: ssn.slice(-4), ciphertext: 'x' };
    },
  };
  for (const organization of [whitcombAmes, harborLight]) {
    const table = new DraftTable(client, 'draft');
    const others = { signIn: async ({ email }: { email: string }) => email, putFile: async () => {} };
    await draftOrganization({ table, cipher, encryptor, ...others, now }, organization);
    await projectAll(table, organization, now);
    drafts.push(table);
  }
  const [table] = drafts as [DraftTable];
  return { table, items: drafts.flatMap((draft) => draft.items()) };
};

const own = `T#${demoId('organization', whitcombAmes.name)}#`;
const casesIn = (items: readonly Item[]) => {
  const byKey = Map.groupBy(items, ({ pk }) => pk);
  return items
    .filter(({ pk, sk }) => pk.startsWith(own) && sk === 'CASE')
    .map((core) => ({
      core,
      day: String(core.opened_on),
      of: (section: string): Record<string, unknown> =>
        (byKey.get(core.pk)?.find(({ sk }) => sk === `SECTION#${section}`)?.values ?? {}) as Record<string, unknown>,
    }));
};

/** Returns the items without the parts that are random each time. */
const linesOf = (items: readonly Item[]): Set<string> =>
  new Set(
    items.map((item) => JSON.stringify(item, (name, value) => (/^(rev|id|sk|gsi1sk)$/.test(name) ? undefined : value))),
  );

it('fills the forms to sign with what the case says', () => {
  const fields = ['Decedent Name', 'Date of Death', 'Agent Name', 'Relationship', 'Held At', 'Place'].map((name) => ({
    ...{ name, type: 'text', uuid: name, role: 'Authorizing Agent', required: false, page: 1, document: '' },
    ...{ options: [], source: '', source_label: '', is_fillable: true },
  }));
  expect(demoMapping(fields)).toEqual({
    ...{ 'Decedent Name': 'case.deceased_name', 'Date of Death': 'deceased.date_of_death', Place: '' },
    ...{ 'Agent Name': 'signer.name', Relationship: 'signer.relationship' },
    'Held At': 'deceased.current_body_location',
  });
});

describe.each(days)('the demonstration as seeded at %s', (instant) => {
  const now = new Date(instant);
  const today = todayIn(zone, now);
  let made: Awaited<ReturnType<typeof madeAt>>;
  beforeEach(async () => {
    vi.useFakeTimers({ now, toFake: ['Date'] });
    made ??= await madeAt(now);
  });
  afterEach(() => void vi.useRealTimers());

  it('agrees with its lists, counters and figures', () => {
    // It publishes no events, because they would send emails.
    const faults = recountItems(made.items).filter((fault) => !fault.endsWith('recorded and not announced'));
    expect(faults.slice(0, 5)).toEqual([]);
  });

  it('contains 14 to 28 cases a month in three homes, and a rising share of cremations', () => {
    const all = casesIn(made.items);
    const months = Array.from({ length: 14 }, (_, n) => addMonths(`${today.slice(0, 7)}-01`, n - 14).slice(0, 7));
    const perMonth = months.map((month) => all.filter(({ day }) => day.startsWith(month)).length);
    expect(Math.min(...perMonth.slice(0, 13))).toBeGreaterThanOrEqual(14);
    expect(Math.max(...perMonth)).toBeLessThanOrEqual(28);
    const cremated = (some: readonly string[]): number => {
      const held = all.filter(({ day }) => some.includes(day.slice(0, 7)));
      const types = ['cremation', 'direct_cremation', 'memorial'];
      return held.filter(({ of }) => types.includes(String(of('service').service_type))).length / held.length;
    };
    expect(cremated(months.slice(0, 5))).toBeLessThan(cremated(months.slice(-5)));
    const share = (slug: string) =>
      all.filter(({ core }) => core.funeral_home_id === demoId('home', slug)).length / all.length;
    for (const [slug, wanted] of [
      ['whitcomb-ames', 0.55],
      ['northside-chapel', 0.28],
      ['ames-cremation-care', 0.17],
    ] as const)
      expect(Math.abs(share(slug) - wanted)).toBeLessThan(0.03);
  });

  it('contains contracts that most families paid, and certificates filed within a week', () => {
    const closed = casesIn(made.items).filter(({ core }) => core.status === 'completed');
    const contracts = closed.map(({ of }) => Number(of('financial').contract_total));
    expect(Math.min(...contracts)).toBeGreaterThanOrEqual(1600);
    expect(Math.max(...contracts)).toBeLessThanOrEqual(14_500);
    const owing = closed.filter(
      ({ core, of }) => Number(core.paid_cents) < Math.round(Number(of('financial').contract_total) * 100),
    );
    expect(owing.length / closed.length).toBeLessThan(0.1);
    expect(owing.length).toBeGreaterThanOrEqual(9);
    for (const { of } of closed) {
      const filed = daysBetween(
        String(of('deceased').date_of_death),
        String(of('deathCertificate').dc_county_completed_date),
      );
      expect(filed >= 1 && filed <= 6, `filed after ${filed} days`).toBe(true);
    }
  });

  it('shows events on nearly every day around today, and one conflict over a hearse', async () => {
    const calendar = createCalendarRepository(made.table, keysOf(demoId('organization', whitcombAmes.name)));
    const { events } = await calendar.events(
      { from: addDays(today, -4), to: addDays(today, 9), home: undefined },
      undefined,
      500,
    );
    const counts = Array.from(
      { length: 14 },
      (_, n) => events.filter(({ date }) => date === addDays(today, n - 4)).length,
    );
    expect(counts.filter((count) => count >= 1 && count <= 5).length).toBeGreaterThanOrEqual(11);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(22);
    expect(new Set(events.map(({ funeral_home_id }) => funeral_home_id)).size).toBe(3);
    expect(findSchedulingConflicts(events).map(({ of, place }) => `${of} ${place}`)).toEqual(['vehicle Hearse 1']);
    const clock = localDateTime(zone, now);
    const next = events.find(({ deceased_full_name }) => deceased_full_name === 'Walter Dean Pruitt');
    expect(`${next?.date}T${next?.time}` > clock).toBe(true);
    if (clock.slice(11) < '18:00') expect(next?.date).toBe(today);
  });

  it('plans a hearse for two committals, and leaves the conflict to the owner', async () => {
    const keys = keysOf(demoId('organization', whitcombAmes.name));
    const [calendar, days] = [createCalendarRepository(made.table, keys), createDayReads(made.table, keys)];
    const db = { calendar, days, people: people.in(made.table, keys), homes: homesByName.in(made.table, keys) };
    const { events, names } = await readSchedule(db, { from: addDays(today, -1), to: addDays(today, 13) }, 500);
    const conflicts = dayConflicts(events, { resources: names.resources, shifts: [], zones: names.zones });
    expect(conflicts.map(({ name, with: other, free }) => [name, other, free.map((one) => one.name).sort()])).toEqual([
      ['Hearse 1', 'Committal, Whitfield', ['Hearse 2', 'Van 3']],
    ]);
    expect(events.filter(({ title }) => title === 'Staff meeting')).toHaveLength(2);
  });

  it('contains ashes of forty days, someone at the crematory and a count that differs', () => {
    const inCare = made.items.filter(({ sk, gsi1pk }) => sk.startsWith('SUBJECT#') && gsi1pk);
    const at = (kind: string, name: string) =>
      inCare.filter((one) => one.kind === kind && (one.place as { name: string } | null)?.name === name);
    const [ashes] = at('remains', 'Shelf A');
    expect(daysBetween(String(ashes?.since).slice(0, 10), now.toISOString().slice(0, 10))).toBe(40);
    expect(at('body', 'Ames crematory')).toHaveLength(1);
    expect(at('body', 'Cooler 1')).toHaveLength(3);
    expect(made.items.filter(({ differs, settled }) => differs === true && settled === null)).toHaveLength(1);
  });

  it('lists the effects that the form of a case names', () => {
    const pk = made.items.find(({ sk, id }) => sk === 'CASE' && id === demoId('case', 'harold-lindqvist'))?.pk;
    const named = casesIn(made.items)
      .find(({ core }) => core.pk === pk)
      ?.of('innerOffice');
    const ledger = made.items.find((item) => item.pk === pk && item.sk === 'PART#EFFECTS');
    const listed = effectsHere(effectsSchema.parse(ledger as Item).entries).map(effectText);
    expect(listed.join(', ').toLowerCase()).toBe(String(named?.personal_effects_description).toLowerCase());
  });

  it('leaves one family waiting at most, and no duty overdue for a month', () => {
    const waiting = made.items.filter(
      ({ pk, sk, status }) => pk.startsWith(own) && sk === 'SUBMISSION' && status === 'new',
    );
    const late = waiting.filter(({ created_at }) => now.getTime() - Date.parse(String(created_at)) > 24 * 3_600_000);
    expect(late.length).toBeLessThanOrEqual(1);
    const overdue = made.items.filter(
      ({ pk, sk, due }) => pk.startsWith(own) && sk === 'DEADLINE' && String(due) < today,
    );
    expect(overdue.map(({ kind, due, deceased_name }) => `${kind} ${due} ${deceased_name}`).slice(6)).toEqual([]);
    expect(
      overdue
        .filter(({ due }) => String(due) < addDays(today, -30))
        .map(({ deceased_name, kind, due }) => [deceased_name, kind, due]),
    ).toEqual([]);
  });

  it('records every cremation and burial that is over', () => {
    const clock = localDateTime(zone, now).replace('T', ' ');
    const rows = made.items.flatMap(({ pk, row }) =>
      pk.startsWith(own) && typeof row === 'string' ? [JSON.parse(row) as Partial<CaseListRow>] : [],
    );
    const planned = rows.filter(({ gate }) => gate);
    expect(planned.length).toBeGreaterThan(2);
    const past = planned.filter(({ gate }) => gate && gate.missing > 0 && gate.at < clock);
    expect(past.map(({ deceased_full_name, gate }) => [deceased_full_name, gate?.at])).toEqual([]);
  });

  it('contains only fields that their sections accept', () => {
    for (const { core, of } of casesIn(made.items))
      for (const { sk } of made.items.filter(({ pk, sk }) => pk === core.pk && sk.startsWith('SECTION#'))) {
        const id = sk.slice('SECTION#'.length) as CaseSectionId;
        for (const [name, value] of Object.entries(of(id))) {
          const field = fieldsOfSection(id).find((candidate) => candidate.name === name);
          const entered = field?.yesNo ? (value === true ? 'yes' : 'no') : value;
          const parsed = name === 'next_of_kins' ? { data: entered } : field?.schema.safeParse(entered);
          expect([core.case_number, id, name, parsed?.data]).toEqual([core.case_number, id, name, entered]);
        }
      }
  });

  it('repeats itself for the same instant', async () => {
    const again = linesOf((await madeAt(now)).items);
    const once = linesOf(made.items);
    expect([...once].filter((line) => !again.has(line)).slice(0, 3)).toEqual([]);
  });
});
