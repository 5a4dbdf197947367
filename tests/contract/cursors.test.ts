import { describe, expect, it } from 'vitest';
import { bodyNames, namedEndpoints, queryNames } from '#tests/support/calls/endpoints.ts';
import { exampleOf, worldIn } from '#tests/support/calls/examples.ts';
import { openHarness } from '#tests/support/harness-with-tenant.ts';

const nowhere = '0190a000-0000-7000-8000-000000000000';
const text = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const walking = namedEndpoints.flatMap(({ name, endpoint }) => {
  const inBody = bodyNames(endpoint).includes('cursor');
  if (!inBody && !queryNames(endpoint).includes('cursor')) return [];
  return [{ name, endpoint, place: inBody ? ('body' as const) : ('query' as const) }];
});

const harness = await openHarness();

describe('F6 S-26 paging cursors', () => {
  it('continue lists, exports and audit logs', () => expect(walking.length).toBeGreaterThan(6));

  it.each(walking)('$name rejects a made-up cursor', async ({ name, endpoint, place }) => {
    const { as, ...call } = await exampleOf(
      name,
      await worldIn(harness, `walked-${walking.findIndex((one) => one.name === name)}`),
    );
    const madeUp = [
      ...[`FACT#2026-03-09#CASE#${nowhere}`, `M#${nowhere}`, `2026-03-09T00:00:00.000Z#${nowhere}`, nowhere, 'x'],
      ...[text({ e: nowhere, k: 'zzzz' }), text({}), 'A'.repeat(120)],
    ];
    for (const cursor of madeUp) {
      const options = { as, ...call, [place]: { ...(call[place] as object | undefined), cursor } };
      const { status, body } = await harness.call(endpoint, options);
      expect([cursor, status, Object.keys(body)]).toEqual([cursor, 400, ['cursor']]);
    }
  });
});
