import { describe, expect, it } from 'vitest';
import { referenceDataEndpoints } from '#domain/shared/reference-data/reference-data.endpoints.ts';
import { openHarness } from '#tests/support/harness-with-tenant.ts';

const { countries, states } = referenceDataEndpoints;

const harness = await openHarness();

describe('common data (D1 §7, §9)', () => {
  const statesOf = async (country?: string) => {
    const { status, body } = await harness.call(states, { query: country === undefined ? {} : { country } });
    return { status, body: body as unknown as { code: string; name: string }[] & Record<string, string[]> };
  };

  it('returns all countries to anyone, US, CA and MX first, then by name', async () => {
    const { status, body, headers } = await harness.call(countries);
    const found = body as unknown as Record<string, string>[];
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    expect(found.slice(0, 4)).toEqual([
      { code: 'US', code3: 'USA', name: 'United States' },
      { code: 'CA', code3: 'CAN', name: 'Canada' },
      { code: 'MX', code3: 'MEX', name: 'Mexico' },
      { code: 'AF', code3: 'AFG', name: 'Afghanistan' },
    ]);
    const names = found.slice(3).map(({ name = '' }) => name);
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en')));
    expect(found.length).toBeGreaterThan(190);
  });

  it('returns a country’s states by code and name; by default of the US', async () => {
    const { status, body } = await statesOf('US');
    expect([status, body.length, body[0], body.at(-1)]).toEqual([
      ...[200, 50],
      { code: 'AL', name: 'Alabama' },
      { code: 'WY', name: 'Wyoming' },
    ]);
    for (const country of [undefined, 'us', 'USA']) expect((await statesOf(country)).body).toEqual(body);
    const canada = (await statesOf('CA')).body;
    expect(canada).toHaveLength(13);
    expect(canada).toContainEqual({ code: 'ON', name: 'Ontario' });
    expect((await statesOf('FR')).body).toEqual([]);
  });

  it('rejects an invalid country code', async () => {
    for (const country of ['U', 'United States', 'U5', '../US']) {
      const { status, body } = await statesOf(country);
      expect([status, body]).toEqual([400, { country: ['Please select a valid country'] }]);
    }
  });
});
