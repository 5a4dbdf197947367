import { demoPassword } from '#local/accounts.ts';
import { demoSigning, demoSigningAccount } from '#local/partners/docuseal/demo-accounts.ts';
import type { DemoOrganization } from '#local/seed/demo-organization.ts';
import { whitcombAmes } from '#local/seed/whitcomb-ames.data.ts';
import { startStack } from '#local/stack.ts';
import { ensureBuilt, siteFolders } from '../../../scripts/build-web.ts';
import { addressesOf, storyOrganization } from './organization.ts';
import type { Product } from './product.ts';

/**
 * Runs the whole product in this process until its parent disconnects. Sends the product with the demonstration, then
 * for each message of the parent the product with a new organization.
 */
const [dataDir = ''] = process.argv.slice(2);
const stack = await startStack({
  dataDir,
  ports: 'random',
  rateLimits: 'off',
  sites: async () => {
    await ensureBuilt();
    return siteFolders();
  },
});

const stop = () => void stack.close().finally(() => process.exit());
process.once('disconnect', stop);
process.once('SIGTERM', stop);

const { staffUrl, intakeUrl, mailboxUrl, userPoolUrl, services } = stack;
const send = (organization: DemoOrganization) =>
  process.send?.({
    ...{ staffUrl, intakeUrl, mailboxUrl, userPoolUrl, dataDir, password: demoPassword() },
    ...{ docusealUrl: services.docuseal.url, quickbooksUrl: services.quickbooks.url },
    ...addressesOf(organization),
    signing: demoSigning(organization.name),
  } satisfies Product);

// It reads the environment that the stack has set.
const { seedOrganization } = await import('#local/seed/seed.ts');
let organizations = 0;
process.on('message', async () => {
  const organization = storyOrganization(++organizations);
  await services.docuseal.addAccount(demoSigningAccount(staffUrl, organization.name));
  await seedOrganization(organization);
  send(organization);
});
send(whitcombAmes);
