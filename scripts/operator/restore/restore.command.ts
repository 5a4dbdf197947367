import * as z from 'zod';
import { REGION } from '#local/environment.ts';
import { command, flag, text } from '../command.ts';
import { localDatabase } from '../local-product.ts';
import type { OlderFiles } from './older-files.ts';
import { organizationToRestore, type Restored, restoreRecords } from './restore-records.ts';

async function olderFilesHere(): Promise<OlderFiles | undefined> {
  const { TABLE_NAME: table, DOCUMENTS_BUCKET: bucket, AWS_REGION: region = REGION } = process.env;
  if (!table || !bucket) return undefined;
  const [{ olderFiles }, { S3Client }] = await Promise.all([import('./older-files.ts'), import('@aws-sdk/client-s3')]);
  return olderFiles(new S3Client({ region }), bucket);
}

function restoredFiles({ documents, filesBack, filesGone }: Restored, looked: boolean): string {
  if (looked && filesBack + filesGone > 0) return ` Files of documents: ${filesBack} come back, ${filesGone} are gone.`;
  if (looked || documents === 0) return '';
  return ` Files of ${documents} documents were not looked at: that takes DOCUMENTS_BUCKET.`;
}

export const restoreCommand = command({
  name: 'restore',
  options: { from: text, slug: text, about: text, overwrite: flag, write: flag },
  schema: z.object({
    from: z.string('The table to restore from is required'),
    slug: z.string('Public address is required'),
    about: z.string().optional(),
    overwrite: z.boolean().optional(),
    write: z.boolean().optional(),
  }),
  usage: `restore --from TABLE --slug ADDRESS [--about TEXT] [--overwrite] [--write]
  Brings records of the organization back from a table that was restored aside (docs/deployment.md), beside the running
  product: what is missing, and with --overwrite also what differs. --about takes those alone whose key holds this text,
  such as the id of a case, and what they lead to: its documents, payments, envelopes and sealed numbers. In AWS
  DOCUMENTS_BUCKET names the bucket whose deleted files come back with the records of documents. Without --write it says
  what it would do.`,
  async run({ from, slug, ...how }) {
    const { client, name } = localDatabase();
    const organization = await organizationToRestore({ client, from, to: name }, slug);
    const report = ({ looked }: Restored) => void process.stderr.write(`\r${looked} records looked at `);
    const files = await olderFilesHere();
    const tables = { client, from, to: name, files };
    const restored = await restoreRecords({ ...how, ...tables, organizationId: organization.id, report });
    const { looked, missing, different, written } = restored;
    const done = how.write ? `${written} were written.` : 'Dry run. Add --write to apply.';
    const more = restoredFiles(restored, files !== undefined);
    return `\r${looked} records of ${organization.name}: ${missing} are missing, ${different} differ. ${done}${more}`;
  },
});
