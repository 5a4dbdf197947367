import { describe, expect, it } from 'vitest';
import { caseColumns } from '#domain/imports/column-labels.ts';
import { linesPerPart } from '#domain/imports/import.schema.ts';
import { areas } from '#domain/registry/endpoints.ts';
import { openHarness } from '#tests/support/harness-with-tenant.ts';
import { caseLine, casesHandedIn } from '#tests/support/records/case-imports.ts';
import { linesOf, stepped } from '#tests/support/records/imports.ts';
import { succeeded } from '#tests/support/records/reports.ts';
import type { Tenant } from '#tests/support/tenants.ts';
import { importedId } from './shared/create-cases.ts';

const harness = await openHarness();
let tenants = 0;
const newWorld = async () => ({ harness, tenant: await harness.addTenant(`brings-numbers-${tenants++}`) });
const caseOf = (tenant: Tenant, importId: string, line: number) => ({
  as: tenant.profiles.super_admin,
  params: { id: importedId(importId, line) },
});

describe('imported Social Security numbers', { timeout: 120_000 }, () => {
  const columns = ['case_number', 'deceased_last_name', 'ssn', 'director_notes'] as const;
  const lineWith = (case_number: string, ssn: string, others: Partial<Record<(typeof columns)[number], string>> = {}) =>
    caseLine<(typeof columns)[number]>({ case_number, deceased_last_name: 'Numbered', ssn, ...others }, columns);
  const ofTenant = async ({ tenant }: { tenant: Tenant }) =>
    (await harness.items()).filter(({ pk }) => pk.includes(tenant.id));

  it('S-09 encrypts them, moves them to the cases, and deletes them with the undo', async () => {
    const world = await newWorld();
    const lines = [
      lineWith('N-1', '987-65-4321', { deceased_last_name: 'Alder' }),
      lineWith('N-2', '987 65 4322', { deceased_last_name: 'Beech', director_notes: 'SSN 987-65-4321' }),
      lineWith('N-3', '98765432', { deceased_last_name: 'Cedar' }),
      lineWith('N-4', 'n/a', { deceased_last_name: 'Dogwood' }),
      lineWith('', '987654325', { deceased_last_name: 'Elm' }),
      lineWith('N-1', '987654326', { deceased_last_name: 'Fir' }),
    ];
    const { id } = await casesHandedIn(world, lines, columns);
    await stepped(world, id, 'look');
    const looked = await linesOf(world, id);
    expect(looked.map(({ outcome, values }) => `${outcome} ${values[2]}`)).toEqual([
      ...['new XXX-XX-4321', 'new XXX-XX-4322', 'new ', 'new ', 'refused ', 'known XXX-XX-4326'],
    ]);
    expect(looked[2]?.notes).toEqual(['Social Security Number is left out: it does not have nine digits']);
    expect(looked[3]?.notes).toEqual([]);
    expect(JSON.stringify(await ofTenant(world))).not.toMatch(/98765432|987.65.432\d/);

    expect(await stepped(world, id, 'run')).toMatchObject({ brought: 4 });
    const of = (line: number) => caseOf(world.tenant, id, line);
    expect((await harness.call(areas.cases.get, of(2))).body).toMatchObject({ social_security_number: 'XXX-XX-4321' });
    expect((await harness.call(areas.cases.get, of(4))).body).toMatchObject({ social_security_number: '' });
    expect((await harness.call(areas.ssn.retrieve, of(3))).body).toEqual({ social_security_number: '987-65-4322' });
    const trail = await harness.databaseOf(world.tenant.id).audit.of('CASE', importedId(id, 2));
    expect(trail.at(-1)?.changes).toContainEqual({ field: 'social_security_number', from: null, to: null });
    const ran = await ofTenant(world);
    expect(ran.filter((item) => 'ciphertext' in item)).toHaveLength(2);
    expect(await harness.recount()).toEqual([]);

    expect(await stepped(world, id, 'undo')).toMatchObject({ removed: 4, kept: 0 });
    expect((await ofTenant(world)).filter((item) => 'ciphertext' in item)).toEqual([]);
    expect(await harness.recount()).toEqual([]);
  });

  it('imports a part of completely filled lines in one commit', async () => {
    const world = await newWorld();
    const filled = (at: number) => {
      const letter = 'abcdefghijkl'[at] ?? '';
      const columns: Partial<Record<(typeof caseColumns)[number], string>> = {
        ...{ case_number: `F-${at}`, status: 'active', deceased_first_name: `Full${letter}`, ssn: `98765432${at}` },
        ...{ deceased_last_name: `Line${letter}`, gender: 'female', date_of_birth: '3/4/1940' },
        ...{ date_of_death: '11/1/2026', time_of_death: '10:30 PM', location_of_death: 'Home' },
        ...{
          city_of_death: 'Palatka',
          county_of_death: 'Putnam',
          state_of_death: 'FL',
          home_address_street: '1 Oak Street',
        },
        ...{ home_address_city: 'Palatka', home_address_state: 'FL', home_address_zip: '32177' },
        ...{ marital_status: 'married', spouse_first_name: 'Ned', spouse_last_name: `Line${letter}` },
        ...{ is_veteran: 'yes', military_branch: 'army', service_type: 'traditional' },
        ...{ disposition_method: 'burial', service_date: '11/30/2026', service_time: '2:00 PM' },
        ...{ service_location: 'Chapel', cemetery_name: 'Oak Hill', cemetery_address_city: 'Palatka' },
        ...{ contract_total: '5000', total_paid: '4000', balance: '1000', director_notes: 'Steep stairs' },
        ...{ kin_first_name: `Kin${letter}`, kin_last_name: 'Line', kin_relationship: 'daughter' },
        ...{ kin_phone: `904555010${at}`, kin_email: `kin${at}@example.com`, kin_notes: 'Calls back' },
      };
      return caseLine<(typeof caseColumns)[number]>(columns, caseColumns);
    };
    const lines = Array.from({ length: linesPerPart.cases }, (_, at) => filled(at));
    const { id } = await casesHandedIn(world, lines, caseColumns);
    expect((await stepped(world, id, 'look')).counts).toMatchObject({ new: lines.length, refused: 0 });
    expect(await stepped(world, id, 'run')).toMatchObject({ brought: lines.length });
    const first = await harness.call(areas.cases.get, caseOf(world.tenant, id, 2));
    expect(succeeded(first).body).toMatchObject({ social_security_number: 'XXX-XX-4320' });
    expect(await stepped(world, id, 'undo')).toMatchObject({ removed: lines.length });
  });
});
