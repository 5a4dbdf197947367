import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { invitationEndpoints, teamEndpoints } from '#domain/team/team.endpoints.ts';
import { teamMessages } from '#domain/team/team.rules.ts';
import { teamIn } from '#functions/records/team.ts';
import { keysOf } from '#functions/store/keys.ts';
import { onInvitation } from '#functions/workers/notify/on-invitation.ts';
import { type Harness, startHarness } from '#tests/support/harness.ts';

import { succeeded } from '#tests/support/reports.ts';
import type { Tenant } from '#tests/support/tenants.ts';

describe('an invitation that is changed while its mail goes out', () => {
  let harness: Harness;
  let tenant: Tenant;
  beforeAll(async () => {
    harness = await startHarness();
    tenant = await harness.addTenant('racing-home');
  });
  afterEach(() => vi.restoreAllMocks());
  afterAll(() => harness.close());
  const as = () => tenant.profiles.super_admin;
  const invite = async (email: string): Promise<string> =>
    String(
      succeeded(await harness.call(teamEndpoints.invite, { as: as(), body: { email, role: 'coordinator' } })).body.id,
    );
  /** Sends the mail that is due as the queue would, and answers the token of its link. */
  const mail = async (id: string): Promise<string> => {
    let token = '';
    const mailer = {
      send: async ({ text }: { text: string }) => {
        token = /\/invitations\/(\S+)/.exec(text)?.[1] ?? '';
      },
    };
    const means = { table: harness.calmTable, mailer, now: () => new Date(), leaseSeconds: 30, staffSiteUrl: 'x' };
    const { mailing } = await teamIn(harness.calmTable, keysOf(tenant.id)).requireInvitation(id);
    const envelope = { organization_id: tenant.id, occurred_at: new Date().toISOString(), request_id: 'request' };
    const payload = { invitation_id: id, mailing };
    await onInvitation(means)({ envelope: { ...envelope, id: crypto.randomUUID(), payload } });
    return token;
  };
  /** The mail goes out just before the next commit of the API. */
  const mailMeanwhile = (id: string): { token: string } => {
    const sent = { token: '' };
    const transact = harness.table.transact.bind(harness.table);
    vi.spyOn(harness.table, 'transact').mockImplementationOnce(async (writes) => {
      sent.token = await mail(id);
      await transact(writes);
    });
    return sent;
  };
  const open = (token: string) => harness.call(invitationEndpoints.get, { params: { token } });

  it('ends the link of that mail when it is cancelled', async () => {
    const id = await invite('cancelled@example.com');
    const sent = mailMeanwhile(id);
    succeeded(await harness.call(teamEndpoints.cancelInvitation, { as: as(), params: { id } }));
    const { status, body } = await open(sent.token);
    expect([status, body]).toEqual([410, { detail: teamMessages.invitationCancelled }]);
    expect(await harness.recount()).toEqual([]);
  });

  it('ends the link of that mail when it is sent again', async () => {
    const id = await invite('again@example.com');
    const sent = mailMeanwhile(id);
    succeeded(await harness.call(teamEndpoints.resendInvitation, { as: as(), params: { id } }));
    const token = await mail(id);
    expect((await open(sent.token)).status).toBe(404);
    expect((await open(token)).status).toBe(200);
    expect(await harness.recount()).toEqual([]);
  });
});
