import { demoPassword } from '#local/accounts.ts';
import { startStack } from '#local/stack.ts';
import { ensureBuilt, siteFolders } from '../../../scripts/build-web.ts';
import type { Product } from './product.ts';

/** Runs the whole product in this process until its parent lets go of it, and tells the parent where it is. */
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

const { staffUrl, intakeUrl, mailboxUrl } = stack;
const docusealUrl = stack.services.docuseal.url;
const quickbooksUrl = stack.services.quickbooks.url;
const password = demoPassword();
process.send?.({
  ...{ staffUrl, intakeUrl, mailboxUrl, docusealUrl, quickbooksUrl, dataDir, password },
} satisfies Product);
