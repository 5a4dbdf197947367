import ICAL from 'ical.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { feedMessages, maxFeeds } from '#domain/calendar/calendar-feed.schema.ts';
import { areas } from '#domain/registry/endpoints.ts';
import type { Profile } from '#functions/organizations/repository/organizations.ts';
import { startHarnessWithTenant } from '#tests/support/harness-with-tenant.ts';
import { feedToken, makeFeed } from '#tests/support/records/calendar-feeds.ts';
import { casesOf, wholeCase } from '#tests/support/records/cases.ts';
import { dayEventsOf } from '#tests/support/records/day-events.ts';
import { succeeded } from '#tests/support/records/reports.ts';

const rows = areas['calendar-feeds'];

const { harness, tenant } = await startHarnessWithTenant();

describe('calendar links', { timeout: 60_000 }, () => {
  let caseId: string;
  beforeAll(async () => {
    harness.state.now = () => new Date('2026-03-07T15:00:00Z');
    const director = casesOf(harness, tenant);
    const named = { deceased_first_name: 'Nguyễn Thị', deceased_last_name: 'Hương Ánh '.repeat(4).trim() };
    const service = { service_date: '2026-03-09', service_time: '10:00', service_location: 'Chapel; rear, left' };
    const opened = await director.opened({ ...wholeCase, ...named, ...service });
    caseId = opened.id;
    const died = { date_of_birth: '1940-02-03', date_of_death: '2026-03-05', state_of_death: 'FL' };
    const cremation = { ...died, service_date: '', service_type: 'direct_cremation', cremation_date: '2026-03-12' };
    await director.opened({ ...wholeCase, deceased_last_name: 'Nowak', ...cremation });
    const gone = await director.opened({ ...wholeCase, deceased_last_name: 'Gone', service_date: '2026-03-10' });
    succeeded(await director.cancel(gone.id));
    await harness.projected();
    await harness.projected();
  });

  const fetched = (address: string) =>
    harness.call(areas['calendar-file'].get, { as: 'nobody', params: { token: feedToken(address) } });
  const file = async (as: Profile, body: object) => {
    const { status, text } = await fetched((await makeFeed(harness, as, body)).address);
    expect(status).toBe(200);
    return text;
  };
  /** Unfolded lines, as a program reads them. */
  const linesOf = (text: string) => text.replaceAll('\r\n ', '').split('\r\n');
  const titles = (text: string) => linesOf(text).filter((line) => line.startsWith('SUMMARY'));

  it('returns services and cremations, with the least personal data by default', async () => {
    const text = await file(tenant.profiles.office_staff, { scope: 'all' });
    const lines = linesOf(text);
    expect(titles(text)).toEqual([
      'SUMMARY:Traditional service: N. T. H. Á. H. Á. H. Á. H. Á.',
      'SUMMARY:Cremation: W. N.',
    ]);
    expect(lines).toContain('DTSTART:20260309T140000Z');
    expect(lines).toContain('DTEND:20260309T150000Z');
    expect(lines).toContain('LOCATION:Chapel\\; rear\\, left');
    expect(lines).toContain(`URL;VALUE=URI:http://127.0.0.1:4000/cases/${caseId}`);
    expect(lines).toContain('DTSTART;VALUE=DATE:20260312');
    expect(lines).toContain('DTEND;VALUE=DATE:20260313');
    expect(text).not.toMatch(/\d{3}-\d{2}-\d{4}|SSN|cause|\$|Gone|Nowak/i);
  });

  it('returns full names if requested, in lines of at most 75 octets', async () => {
    const text = await file(tenant.profiles.office_staff, { scope: 'all', naming: 'names' });
    expect(titles(text)[0]).toMatch(/^SUMMARY:Traditional service: Nguyễn Thị Hương Ánh/);
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  });

  it('returns the events of one location, or of the cases that the owner opened', async () => {
    const { funeral_director, office_staff } = tenant.profiles;
    const home = { scope: 'home', funeral_home: tenant.home.id };
    expect(titles(await file(office_staff, home))).toHaveLength(2);
    expect(titles(await file(funeral_director, { scope: 'mine' }))).toHaveLength(2);
    expect(titles(await file(office_staff, { scope: 'mine' }))).toEqual([]);
    const lacking = await harness.call(rows.create, { as: office_staff, body: { scope: 'home' } });
    expect([lacking.status, lacking.body]).toEqual([400, { funeral_home: [feedMessages.homeNeeded] }]);
    const unknown = { scope: 'home', funeral_home: crypto.randomUUID() };
    expect((await harness.call(rows.create, { as: office_staff, body: unknown })).status).toBe(400);
  });

  it("returns deadlines if requested; for own cases only the owner's", async () => {
    const { funeral_director, office_staff } = tenant.profiles;
    const due = async (as: Profile, scope: string) =>
      titles(await file(as, { scope, deadlines: true })).filter((line) => /File|Permit/.test(line));
    const all = await due(office_staff, 'all');
    expect(all).toContain('SUMMARY:File death certificate: W. N.');
    expect(await due(funeral_director, 'mine')).toEqual(all);
    expect(await due(office_staff, 'mine')).toEqual([]);
  });

  it('adds other events with their real ends across a clock change, if requested', async () => {
    const { funeral_director, office_staff } = tenant.profiles;
    const { store } = dayEventsOf(harness, tenant);
    const service = { case_id: caseId, kind: 'service', id: `${caseId}-service` } as const;
    await store({ ...service, minutes: 150 });
    // Clocks skip the hour from 2 AM on March 8.
    const wake = { case_id: caseId, kind: 'visitation', date: '2026-03-07', time: '23:00', minutes: 300 } as const;
    const vigil = await store({ ...wake, place: 'Hall; "east",\nup', address: '4 Elm', notes: 'Never outside' });
    const fair = await store({ title: 'Fair', date: '2026-03-05', minutes: 2 * 1440 });
    const repeats = { every: 'week' as const, until: '2026-03-17', skipped: ['2026-03-10'] };
    const staff = await store({ title: 'Staff meeting', date: '2026-03-03', time: '09:00', repeats });
    /** Reads a feed with a strict parser of another maker. */
    const read = async (as: Profile, scope: string) => {
      const parsed = new ICAL.Component(ICAL.parse(await file(as, { scope, all_events: true })));
      return parsed.getAllSubcomponents('vevent').map((one) => {
        const { uid, summary, location, startDate, endDate } = new ICAL.Event(one, { strictExceptions: true });
        const id = uid.replace('@127.0.0.1', '');
        return [id, summary, startDate.toString(), endDate.toString(), location] as const;
      });
    };
    const all = await read(office_staff, 'all');
    const name = 'N. T. H. Á. H. Á. H. Á. H. Á.';
    expect(all).toHaveLength(6);
    expect(all).toEqual(
      expect.arrayContaining([
        [
          service.id,
          `Traditional service: ${name}`,
          '2026-03-09T14:00:00Z',
          '2026-03-09T16:30:00Z',
          'Chapel; rear, left',
        ],
        [vigil, `Visitation: ${name}`, '2026-03-08T04:00:00Z', '2026-03-08T08:00:00Z', 'Hall; "east", up, 4 Elm'],
        [fair, 'Fair', '2026-03-05', '2026-03-08', null],
        [`${staff}-2026-03-03`, 'Staff meeting', '2026-03-03T14:00:00Z', '2026-03-03T15:00:00Z', null],
        [`${staff}-2026-03-17`, 'Staff meeting', '2026-03-17T13:00:00Z', '2026-03-17T14:00:00Z', null],
      ]),
    );
    const mine = (await read(funeral_director, 'mine')).map(([id]) => id);
    expect(mine).toEqual(expect.arrayContaining([service.id, vigil]));
    expect(mine).toHaveLength(3);
    expect(titles(await file(office_staff, { scope: 'all' }))).toHaveLength(2);
  });

  it("returns 404 after a link is revoked or its owner's access ends", async () => {
    const { super_admin, coordinator, funeral_director } = tenant.profiles;
    const { id, address } = await makeFeed(harness, coordinator);
    const params = { id };
    expect((await harness.call(rows.revoke, { as: funeral_director, params })).status).toBe(403);
    expect((await fetched(address)).status).toBe(200);
    succeeded(await harness.call(rows.revoke, { as: super_admin, params }));
    expect((await fetched(address)).status).toBe(404);
    expect((await harness.call(rows.revoke, { as: super_admin, params })).status).toBe(404);

    const own = await makeFeed(harness, coordinator);
    const member = { id: coordinator.id };
    succeeded(await harness.call(areas.team.deactivateMember, { as: super_admin, params: member }));
    expect((await fetched(own.address)).status).toBe(404);
    succeeded(await harness.call(areas.team.reactivateMember, { as: super_admin, params: member }));
    expect((await fetched(own.address)).status).toBe(200);
    expect((await fetched('/feed/somebody-guessed/')).status).toBe(404);
  });

  it('shows the address once, stores a digest, and lists links for owners and admins', async () => {
    const { super_admin, funeral_home_admin } = tenant.profiles;
    const { address, ...feed } = await makeFeed(harness, funeral_home_admin);
    expect(JSON.stringify(await harness.items())).not.toContain(feedToken(address));
    const seen = async (as: Profile) =>
      (succeeded(await harness.call(rows.list, { as })).body as { results: { id: string }[] }).results;
    expect(await seen(funeral_home_admin)).toEqual([feed]);
    expect(await seen(super_admin)).toContainEqual(feed);
    const make = () => harness.call(rows.create, { as: funeral_home_admin, body: { scope: 'all' } });
    for (let n = 1; n < maxFeeds; n++) succeeded(await make());
    expect(await make()).toMatchObject({ status: 409, body: { detail: feedMessages.tooMany } });
  });
});
