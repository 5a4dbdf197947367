import { describe, expect, it } from 'vitest';
import { Case, CasePatch } from './case-wire.schema.ts';
import { presentCase } from './present-case.ts';
import { exampleCore, exampleSections } from './testing/example-case.ts';

const stored = {
  ...Object.fromEntries(Object.entries(exampleSections).map(([id, values]) => [id, { version: 2, values }])),
  strange: { version: 1, values: { secret: 'x' } },
};

describe('presentCase', () => {
  const core = {
    ...exampleCore,
    paid_cents: 125_000,
    ssn_id: 'secret-id',
    organization_id: 'secret-organization',
    gsi5pk: 'secret-key',
  };
  const shown = presentCase(core, stored);

  it('returns each section with its version, as its schema declares', () => {
    expect(Case.parse(shown)).toEqual(shown);
    expect(shown.sections.service).toEqual({
      version: 2,
      values: { ...exampleSections.service, location: exampleCore.funeral_home_id },
    });
    expect(Object.keys(shown.sections)).toEqual(['deceased', 'service', 'informant']);
    expect(shown).toMatchObject({ deceased_full_name: 'Walter Pruitt', status: 'active', cancelled_at: null });
  });

  it('returns the same values flat under both names', () => {
    expect(shown).toMatchObject({
      location_of_death: 'Coastal Regional Hospital',
      place_of_death: 'Coastal Regional Hospital',
      service_type: 'traditional',
      hold_for: 'traditional',
      location: exampleCore.funeral_home_id,
      assigned_location: exampleCore.funeral_home_id,
      total_paid: '1250.00',
    });
  });

  it('S-11 masks the SSN in its section and in the flat view', () => {
    expect(shown.social_security_number).toBe('XXX-XX-4320');
    expect(shown.sections.deceased?.values.social_security_number).toBe('XXX-XX-4320');
    const none = presentCase({ ...core, ssn_last4: null }, stored);
    expect([none.social_security_number, none.sections.deceased?.values.social_security_number]).toEqual([
      '',
      undefined,
    ]);
  });

  it('returns nothing internal: no key, sealed id, cents or unknown section', () => {
    for (const text of [JSON.stringify(shown), JSON.stringify(Case.parse({ ...shown, ...core }))])
      for (const internal of ['secret', 'paid_cents', 'ssn_last4', 'gsi5pk', 'strange'])
        expect(text).not.toContain(internal);
  });

  it('accepts its own result as a patch without changes, in sections or flat', () => {
    expect(CasePatch.safeParse(shown).error).toBeUndefined();
    expect(
      CasePatch.parse({
        status: 'completed',
        place_of_death: 'x',
        sections: { nonsense: {}, notes: { values: { strange: 1 } } },
      }),
    ).toEqual({ place_of_death: 'x', status: 'completed', sections: { notes: { values: {} } } });
    expect(CasePatch.safeParse({ sections: { service: { version: -1, values: {} } } }).success).toBe(false);
  });
});
