import { describe, expect, it } from 'vitest';
import type { Mail } from '#functions/platform/adapters/mailer.ts';
import { unsentEvents } from '#tests/support/engines/bus-in-memory.ts';
import { startHarnessWithTenant } from '#tests/support/harness-with-tenant.ts';
import { casesOf, wholeCase } from '#tests/support/records/cases.ts';
import { familyPagesOf, unknownPage } from '#tests/support/records/family-papers.ts';
import { succeeded } from '#tests/support/records/reports.ts';
import { onFamilyCodeAsked } from './family-emails.ts';

const { harness, tenant } = await startHarnessWithTenant();

describe('onFamilyCodeAsked', () => {
  it('emails a code once, which staff cannot see, unless the page was closed', async () => {
    const cases = casesOf(harness, tenant);
    const { staff, family } = familyPagesOf(harness, tenant);
    const { id } = await cases.opened(wholeCase);
    expect(await staff('open', id, { by: 'mail' })).toMatchObject({ status: 400, body: { by: [/no email address/] } });
    succeeded(await cases.patch(id, { customer_email: 'karin@example.com' }));
    const asked = succeeded(await staff('open', id, { by: 'mail' })).body;
    expect(asked).toMatchObject({ code: null, page: { mails_to: 'karin@example.com' } });
    const [event] = (await unsentEvents(harness.table, new Date(Date.now() + 86_400_000))).filter(
      ({ name, aggregateId }) => name === 'family-page.code-asked' && aggregateId === id,
    );
    const sent: Mail[] = [];
    const mailer = { send: async (mail: Mail) => void sent.push(mail) };
    const worker = onFamilyCodeAsked({
      ...{ table: harness.table, mailer, now: () => new Date(), leaseSeconds: 30 },
      ...{ staffSiteUrl: 'https://staff.example', intakeSiteUrl: 'https://report.example' },
    });
    const deliver = (envelope: object) => worker({ envelope } as unknown as Parameters<typeof worker>[0]);
    if (!event) throw new Error('no event');
    await deliver(event.envelope);
    await deliver(event.envelope);
    expect(sent).toMatchObject([{ to: ['karin@example.com'] }]);
    const { reference } = asked.page as { reference: string };
    expect(sent[0]?.text).toContain(`https://report.example/status/${reference}\n`);
    expect(sent[0]?.subject).not.toContain('Pruitt');
    const code = /Your code: (\S+)/.exec(sent[0]?.text ?? '')?.[1];
    expect(succeeded(await family(reference, code)).body).toMatchObject({ reference });
    succeeded(await staff('close', id));
    await deliver({ ...event.envelope, id: crypto.randomUUID() });
    expect(sent).toHaveLength(1);
    expect(await family(reference, code)).toMatchObject(unknownPage);
  });
});
