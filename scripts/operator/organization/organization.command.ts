import * as z from 'zod';
import { command, UsageError } from '../command.ts';
import { localTable } from '../local-product.ts';

export const organizationCommand = command({
  name: 'organization',
  options: {},
  word: true,
  schema: z.object({}),
  usage: `organization ADDRESS
  Says how an organization stands, without anything that its families or people have entered: set-up, homes, members by
  role, connections, partners, work under way, limits in use, the audit trail. That it was looked at is on record.`,
  async run(_asked, slug) {
    if (!slug) throw new UsageError('Public address is required');
    // Loaded only by this command: all others start faster.
    const { organizationLines } = await import('./organization-lines.ts');
    return (await organizationLines(localTable(), slug, new Date())).join('\n');
  },
});
