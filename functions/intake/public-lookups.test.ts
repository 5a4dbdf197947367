import { describe, expect, it, vi } from 'vitest';
import { areas } from '#domain/registry/endpoints.ts';
import { reportStatuses } from '#functions/intake/repository/report-status.ts';
import { startHarnessWithTenant } from '#tests/support/harness-with-tenant.ts';
import { reportDeath } from '#tests/support/records/reports.ts';

const { intake, submissions } = areas;

const { harness, tenant } = await startHarnessWithTenant();

describe('the home of a public address', () => {
  const lookUp = (slug: string) => harness.call(intake.funeralHome, { params: { slug } });

  it('returns only what its public page shows', async () => {
    expect((await lookUp('whitcomb-ames')).body).toEqual({
      form: null,
      slug: 'whitcomb-ames',
      name: 'Home of whitcomb-ames',
      logo_url: null,
      phone: '9045550100',
      emergency_phone: '9045550101',
      condolence_message: null,
    });
  });

  it('rejects any other address', async () => {
    for (const slug of ['Whitcomb-Ames', 'whitcomb-ames-', 'x'.repeat(61), 'T#x', '%00'])
      expect((await lookUp(slug)).status).toBe(404);
    expect((await lookUp('nobody-knows')).body).toEqual({ detail: 'Funeral home not found' });
  });
});

describe('the status of a report', () => {
  const status = (a: string, b: string) => harness.call(intake.checkStatus, { params: { a, b } });

  it('S-21 follows the staff’s work for a reference with its token', async () => {
    const { id, reference, statusToken } = await reportDeath(harness, tenant);
    const staff = { as: tenant.profiles.super_admin, params: { id } };
    const seen = [(await status(reference, statusToken)).body.status];
    await harness.call(submissions.markContacted, staff);
    await harness.projected();
    seen.push((await status(reference.toLowerCase(), statusToken)).body.status);
    await harness.call(submissions.convertToCase, { ...staff, body: {} });
    await harness.projected();
    const { body } = await status(reference, statusToken);
    expect([...seen, body.status]).toEqual(['received', 'contacted', 'in_progress']);
    expect(body).toMatchObject({
      subject: 'report',
      reference,
      status: 'in_progress',
      funeral_home_name: 'Home of whitcomb-ames',
      logo_url: null,
      telephone: tenant.home.emergency_phone ?? tenant.home.phone,
      submitted_at: expect.stringMatching(/Z$/),
    });
  });

  it('S-21 returns one response for a wrong token, another report’s, and no reference', async () => {
    const [first, second] = [await reportDeath(harness, tenant), await reportDeath(harness, tenant)];
    const tries = [
      await status(first.reference, second.statusToken),
      await status(first.reference, `${first.statusToken}x`),
      await status(first.reference, first.statusToken.slice(1)),
      await status('R-2222-2222', first.statusToken),
      await status(first.statusToken.slice(0, 40), first.reference),
    ];
    for (const { status: code, body } of tries)
      expect([code, body]).toEqual([404, { detail: 'The requested resource was not found.' }]);

    // Timing does not tell them apart either: before the code is right, both read the same items.
    const get = vi.spyOn(harness.table, 'get');
    const statuses = reportStatuses.shared(harness.table);
    for (const reference of [first.reference, 'R-2222-2222'])
      expect(await statuses.read(String(reference), 'BBBBB-BBBBB')).toBeUndefined();
    expect(get.mock.calls.map(([{ sk }]) => sk)).toEqual(['STATUS', 'STATUS']);
    get.mockRestore();
  });
});
