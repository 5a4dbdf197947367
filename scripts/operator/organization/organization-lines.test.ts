import { expect, it } from 'vitest';
import { areas } from '#domain/registry/endpoints.ts';
import { openHarness } from '#tests/support/harness-with-tenant.ts';
import { createCustomer } from '#tests/support/records/customers.ts';
import { finishedImport } from '#tests/support/records/imports.ts';
import { succeeded } from '#tests/support/records/reports.ts';
import { organizationLines } from './organization-lines.ts';

const harness = await openHarness({ rateLimits: true });

it("shows an organization's state without personal data, and is audited", async () => {
  const tenant = await harness.addTenant('whitcomb-ames');
  const other = await harness.addTenant('harbor-light');
  await createCustomer(harness, tenant, { first_name: 'Ada', last_name: 'Brannock', phone: '9045550111' });
  const importId = await finishedImport({ harness, tenant });
  const invited = { email: 'new.person@whitcomb-ames.example', role: 'office_staff' };
  succeeded(await harness.call(areas.team.invite, { as: tenant.profiles.super_admin, body: invited }));

  const lines = await organizationLines(harness.table, 'whitcomb-ames', new Date());
  const text = lines.join('\n');
  for (const part of [
    `(${tenant.id})`,
    '/whitcomb-ames: ',
    'Members: 1 super_admin, 1 funeral_home_admin, 1 funeral_director, 1 coordinator, 1 office_staff; 0 deactivated',
    'Mail of members goes to: 5 whitcomb-ames.example',
    'Invitations: 1 open, 0 whose link has ended, 1 not mailed yet',
    'docuseal: not connected',
    'quickbooks: working',
    'not sent on, the oldest since ',
    `Import ${importId}: customers, done, 1 lines (1 new, 0 known, 0 doubtful, 0 refused), 1 brought in`,
    'invitation mails: 1 of 20 in 60 minutes',
    'Nothing is sealed yet',
  ])
    expect(text).toContain(part);
  // Nothing that families or members entered.
  for (const secret of ['Ada', 'Brannock', '9045550111', 'new.person', 'super_admin@', 'families.csv', other.id])
    expect(text).not.toContain(secret);

  const entries = (await harness.items()).filter((item) => item.action === 'operator.looked');
  expect(entries.map(({ pk, actor_name }) => [pk, actor_name])).toEqual([
    [expect.stringContaining(`${tenant.id}#AUDIT#ORGANIZATION#${tenant.id}`), 'System'],
  ]);
});
