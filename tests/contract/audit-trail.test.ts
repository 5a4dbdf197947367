import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { successStatus } from '#domain/contract/answers.ts';
import { areas } from '#domain/contract/endpoints.ts';
import { mailedToken, type World } from '#tests/support/example-records.ts';
import { exampleOf, type RowName, worldIn } from '#tests/support/examples.ts';
import { type Harness, type Result, startHarness } from '#tests/support/harness.ts';
import { scanTable } from '#tests/support/recount.ts';
import { namedRows } from '#tests/support/rows.ts';

/** What people enter; none of it may stand in a log or an event. */
const entered = {
  first_name: 'Kanarienvogel',
  last_name: 'Distelfink',
  address: '7 Volierenweg',
  city: 'Finkenburg',
  notes: 'Ruft nach Anbruch der Nacht an',
};
const password = 'Zeisig-4711';
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** They change what concerns nobody but the caller. Nothing joins this list unnoticed. */
const unrecorded: RowName[] = [
  ...['user-profiles.changePreferences', 'user-profiles.replacePreferences', 'cases.presence'],
  // On record when the file has come: what was only begun is nothing yet.
  'documents.begin',
  // What DocuSeal announces is looked up there before anything is believed.
  'signing-webhooks.received',
  // It only has DocuSeal asked; what that changes is on record when it has answered.
  'signing-service.refresh',
] as RowName[];
/** They look at something by a POST, since what they are asked about is long. */
const looking: RowName[] = ['funeral-homes.previewCaseNumbering', 'signature-envelopes.preview'];

type Item = Record<string, unknown>;
interface Done {
  answer: Result;
  entries: Item[];
  events: { name: string }[];
}

describe('S-41 what is on record', () => {
  let harness: Harness;
  let world: World;
  const done = new Map<RowName, Done>();
  beforeAll(async () => {
    harness = await startHarness();
    world = await worldIn(harness, 'whitcomb-ames', { customer: entered, report: { alias: entered.first_name } });
    const answers = new Map<RowName, Result>();
    // One after the other: an example finds the organization as the others left it.
    for (const { name, row } of namedRows) {
      const example = await exampleOf(name, world);
      await harness.projected();
      answers.set(name, await harness.call(row, example));
    }
    const items = await scanTable(harness.client, harness.tableName);
    for (const [name, answer] of answers) {
      const own = items.filter(({ request_id }) => request_id === answer.requestId);
      done.set(name, {
        answer,
        entries: own.filter(({ pk }) => pk.includes('#AUDIT#')),
        events: own.flatMap(({ stream, events }) => (stream === 'outbox' ? (events as { name: string }[]) : [])),
      });
    }
  }, 120_000);
  afterAll(() => harness.close());

  const of = (name: RowName): Done => {
    const found = done.get(name);
    if (!found) throw new Error(`${name} was not called`);
    return found;
  };

  it('S-41 names a deed for every call that changes something', () => {
    const silent = namedRows.filter(({ row }) => row.method !== 'GET' && !row.records).map(({ name }) => name);
    expect(silent.sort()).toEqual([...unrecorded, ...looking].sort());
  });

  it.each(namedRows)('$name answers its example', ({ name, row }) => {
    expect(of(name).answer.status, of(name).answer.text).toBe(successStatus(row));
  });

  it.each(namedRows)(
    'S-41 $name: who did what its row says, when (UTC), and from where; nothing else',
    ({ name, row }) => {
      const { entries, events } = of(name);
      const deeds = entries.map(({ action }) => action);
      const names = events.map((event) => event.name);
      expect(deeds.filter((deed) => !(row.records as readonly unknown[] | undefined)?.includes(deed))).toEqual([]);
      expect(names.filter((event) => !(row.announces as readonly unknown[] | undefined)?.includes(event))).toEqual([]);
      expect([name, deeds.length > 0, names.length > 0]).toEqual([
        name,
        row.records !== undefined,
        row.announces !== undefined,
      ]);
      const actor_id = row.may === 'public' ? null : world.tenant.profiles.super_admin.id;
      for (const entry of entries) {
        expect(entry).toMatchObject({ actor_id, ip: '203.0.113.9' });
        expect(entry.at).toMatch(instant);
        // No entry quotes a password or the secret of a link.
        for (const secret of ['Lantern-1234', 'Another-Passw0rd', ...world.tokens])
          expect(JSON.stringify(entry)).not.toContain(secret);
      }
    },
  );

  it('S-13 no log and no event holds what was entered, a password, or the secret of a link', async () => {
    const as = world.tenant.profiles.super_admin;
    const nobody = '0190a000-0000-7000-8000-000000000000';
    const person = { ...entered, phone: '9045550171', email: 'gimpel@example.org' };
    // Refusals and failures with everything in hand.
    await harness.call(areas.customers.create, { as, body: { ...person, phone: 7 } });
    await harness.call(areas.customers.list, { as, query: { search: person.email, ordering: person.phone } });
    await harness.call(areas.customers.update, { as, params: { id: nobody }, body: person });
    const wrong = { current_password: password, new_password: entered.notes };
    await harness.call(areas.account.updatePassword, { as, params: { id: as.id }, body: wrong });
    const body = { ...person, password };
    await harness.call(areas.invitations.accept, { params: { token: world.tokens[0] ?? '' }, body });
    const broken = new Error(`pool refused ${password} of ${person.email}`);
    harness.state.users.get = () => {
      throw broken;
    };
    const failed = await harness.call(areas.invitations.accept, { params: { token: await mailedToken(world) }, body });
    expect([failed.status, failed.body.detail]).toEqual([500, 'Server error. Please try again later.']);
    const log = harness.state.logs.join('\n');
    const items = await scanTable(harness.client, harness.tableName);
    const events = JSON.stringify(items.filter(({ stream }) => stream === 'outbox'));
    const secrets = [...Object.values(person), password, ...world.tokens];
    expect(world.tokens.length).toBeGreaterThan(2);
    for (const [where, text] of Object.entries({ log, events }))
      expect([where, secrets.filter((value) => text.includes(value))]).toEqual([where, []]);
  });

  it('R-05 leaves the table in agreement with itself', async () => {
    expect(await harness.recount()).toEqual([]);
  });
});
