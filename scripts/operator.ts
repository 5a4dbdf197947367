import { resolve } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod';
import { messageOf } from '#domain/contract/client.ts';
import { AppError } from '#domain/contract/errors.ts';
import { AdditionalHome, addHome } from '#functions/organizations/add-home.ts';
import { AllowedAddress, allowAddress } from '#functions/organizations/allow-address.ts';
import { createOrganization, NewOrganization } from '#functions/organizations/create-organization.ts';
import { forgetSubject, SubjectToForget } from '#functions/organizations/forget-subject.ts';
import { inviteOwner, inviteOwnerByLink, OwnerToInvite } from '#functions/organizations/invite-owner.ts';
import { organizationAt } from '#functions/organizations/organization-at.ts';
import { allProjections } from '#functions/projections/all-projections.ts';
import { Table } from '#functions/store/table.ts';
import { type Reindexed, reindex } from '#functions/workers/projector/reindex.ts';
import { stackNameOf } from '#infra/config.ts';
import { dataDirFromEnvironment, runningProduct } from '#local/data-dir.ts';
import { LOCAL_CREDENTIALS, REGION, TABLE_NAME } from '#local/environment.ts';
import { type Copied, makeBackup, restoreBackup } from './backup/data-backup.ts';
import { askedPartners, circuitLines, closeCircuit } from './circuits/circuits.ts';
import { effectLines, openEffects, settleEffect } from './effects/effects.ts';
import { commandTyped, Misused, readArguments } from './operator/arguments.ts';
import { reindexedIn } from './operator/reindexed.ts';
import { usage, usageOf } from './operator/usage.ts';
import { deadLetterQueues, linesOf, sendAgain } from './queues/dead-letters.ts';
import { type Restored, restoreRecords } from './restore/restore-records.ts';

/** The table in AWS when TABLE_NAME says so, else that of the product that runs here. Throws in plain words. */
function databaseHere(): { client: DynamoDBClient; name: string } {
  if (process.env.TABLE_NAME)
    // Every stage is in this region.
    return { client: new DynamoDBClient({ region: process.env.AWS_REGION ?? REGION }), name: process.env.TABLE_NAME };
  const product = runningProduct(dataDirFromEnvironment());
  if (!product) throw new Error('No product runs here. Start it with npm start, or set TABLE_NAME to work in AWS.');
  const credentials = LOCAL_CREDENTIALS;
  return {
    client: new DynamoDBClient({ endpoint: product.databaseUrl, region: REGION, credentials }),
    name: TABLE_NAME,
  };
}

function tableHere(): Table {
  const { client, name } = databaseHere();
  return new Table(client, name);
}

/** The queues of the stage in AWS, else those of the product that runs here. Throws in plain words. */
function queuesHere(stage: string | undefined): SQSClient {
  if (stage) return new SQSClient({ region: process.env.AWS_REGION ?? REGION });
  const product = runningProduct(dataDirFromEnvironment());
  if (!product) throw new Error('No product runs here. Start it with npm start, or say which --stage in AWS.');
  return new SQSClient({ endpoint: product.queuesUrl, region: REGION, credentials: LOCAL_CREDENTIALS });
}

/** Where links of invitations lead. Throws in plain words. */
function staffSite(): string {
  const url = process.env.TABLE_NAME ? process.env.STAFF_SITE_URL : runningProduct(dataDirFromEnvironment())?.staffUrl;
  if (url) return url.replace(/\/$/, '');
  throw new Error('Set STAFF_SITE_URL to the address of the staff site, the output StaffSiteUrl of the Edge stack.');
}

/** What was typed as the command takes it; throws in plain words. */
function understood<T>(schema: z.ZodType<T>, typed: object): T {
  const parsed = schema.safeParse(typed);
  if (parsed.success) return parsed.data;
  throw new Misused(parsed.error.issues.map(({ message }) => message).join('\n'));
}

/** What a terminal shows in one line while something is under way. */
const underWay = (words: string): void => void process.stderr.write(`\r${words.padEnd(72)}`);

const counted = ({ files, bytes }: Copied): string => `${files} files, ${(bytes / 1e6).toFixed(1)} MB`;

/** Each answers what it did, in a sentence. */
const commands: Readonly<Record<string, (typed: object, rest: readonly string[]) => Promise<string>>> = {
  async 'create-organization'(typed) {
    const second_factor = process.env.TABLE_NAME ? 'everybody' : 'optional';
    const wanted = understood(NewOrganization, { second_factor, ...typed });
    await createOrganization(tableHere(), wanted, new Date());
    return `${wanted.name} is there. Its owner is invited: the mail to ${wanted.email} is on its way.`;
  },
  async 'invite-owner'(typed) {
    const wanted = understood(OwnerToInvite, typed);
    if ('show-link' in typed) {
      const table = tableHere();
      const site = staffSite();
      const { invitation, token } = await inviteOwnerByLink(table, wanted, new Date());
      const until = invitation.expires_at_instant.slice(0, 10);
      return `${invitation.email} becomes an owner of ${invitation.organization_name} by this link, once, until ${until}:\n${site}/invitations/${token}`;
    }
    const { organization_name, email, mailing } = await inviteOwner(tableHere(), wanted, new Date());
    const ended = mailing > 1 ? ' The link before it has ended.' : '';
    return `An owner of ${organization_name} is invited: the mail to ${email} is on its way.${ended}`;
  },
  async 'add-home'(typed) {
    const wanted = understood(AdditionalHome, typed);
    const { name, slug } = await addHome(tableHere(), wanted, new Date());
    return `${name} is there. Families find it at /${slug}; owners see it under Settings, Funeral homes.`;
  },
  async forget(typed) {
    const wanted = understood(SubjectToForget, typed);
    const { organization, forgotten, inClear } = await forgetSubject(tableHere(), wanted, new Date());
    const left = inClear ? ` ${inClear} entries of an earlier release say something in clear and stay.` : '';
    return `What ${forgotten} entries of ${organization} said of people is forgotten.${left}`;
  },
  async 'allow-address'(typed) {
    const wanted = understood(AllowedAddress, typed);
    const name = await allowAddress(tableHere(), wanted, new Date());
    return `${name} may give one of its homes the address /${wanted.slug}, under Settings, Funeral homes.`;
  },
  async restore(typed) {
    const { from, slug, ...how } = understood(Restoring, typed);
    const { client, name } = databaseHere();
    const { organization } = await organizationAt(new Table(client, name), slug);
    const report = ({ looked }: Restored) => void process.stderr.write(`\r${looked} records looked at `);
    const found = await restoreRecords({ ...how, client, from, to: name, organizationId: organization.id, report });
    const { looked, missing, different, written } = found;
    const done = how.write ? `${written} were written.` : 'Nothing was written: that takes --write.';
    return `\r${looked} records of ${organization.name}: ${missing} are missing, ${different} differ. ${done}`;
  },
  async reindex(_typed, [wanted]) {
    const projections = allProjections.filter(({ list }) => wanted === undefined || list.name === wanted);
    if (projections.length === 0)
      throw new Misused(
        `There is no list ${wanted}. There are: ${allProjections.map(({ list }) => list.name).join(', ')}`,
      );
    const report = ({ records, orphans }: Reindexed) =>
      process.stderr.write(`\r${records} records, ${orphans} leftovers so far `);
    return reindexedIn(await reindex({ table: tableHere(), projections, report }));
  },
  async circuits(typed) {
    const { slug, close } = understood(LookingAtCircuits, typed);
    const table = tableHere();
    const { organization } = await organizationAt(table, slug);
    if (close) await closeCircuit(table, organization.id, close);
    return (await circuitLines(table, organization.id, new Date())).join('\n');
  },
  async effects(typed) {
    const { slug, event: eventId, name, happened, 'not-happened': not } = understood(LookingAtEffects, typed);
    const table = tableHere();
    const { organization } = await organizationAt(table, slug);
    if (eventId === undefined) {
      if (name !== undefined || happened || not) throw new Misused('Say which --event. Without it, all are listed.');
      const open = await openEffects(table, organization.id, (items) => underWay(`${items} items looked at`));
      return (
        ['\r', ...effectLines(open, new Date())].join('\n') + (open.length ? '' : 'Everything is known to be done.')
      );
    }
    if (!name || happened === not) throw new Misused('Say --name, and --happened or --not-happened.');
    await settleEffect(table, { organizationId: organization.id, eventId, name }, happened === true, new Date());
    return happened ? 'It is done, and is not tried again.' : 'It is tried with the next coming of its message.';
  },
  async organization(_typed, [slug]) {
    if (!slug) throw new Misused('Public address is required');
    // What one command alone needs is read by that one: all others begin sooner.
    const { organizationLines } = await import('./organization/organization-lines.ts');
    return (await organizationLines(tableHere(), slug, new Date())).join('\n');
  },
  async import(typed, [path]) {
    const { ImportAsked, operatorImport } = await import('./imports/operator-import.ts');
    const asked = understood(ImportAsked, typed);
    return `\r${await operatorImport(tableHere(), asked, path, underWay)}`;
  },
  async backup(_typed, [folder]) {
    if (!folder) throw new Misused('Say into which folder.');
    const done = await makeBackup(dataDirFromEnvironment(), resolve(folder), (so) => underWay(counted(so)));
    return `\r${counted(done)} are backed up in ${resolve(folder)}. Keys are among them: keep it as safe as the data.`;
  },
  async 'restore-backup'(typed, [folder]) {
    if (!folder) throw new Misused('Say from which folder.');
    const { overwrite } = understood(Overwriting, typed);
    const dataDir = dataDirFromEnvironment();
    const report = (so: Copied): void => underWay(counted(so));
    const { madeAt, before, ...done } = await restoreBackup(resolve(folder), dataDir, { overwrite, report });
    const kept = before ? ` What was there is in ${before}; take it away when you are sure.` : '';
    return `\r${counted(done)} of ${madeAt} are in ${dataDir}, each as it was backed up.${kept}`;
  },
  async queues(typed, [wanted]) {
    const { stage, 'send-again': again } = understood(LookingAtQueues, typed);
    const sqs = queuesHere(stage);
    const all = await deadLetterQueues(sqs, stage ? `${stackNameOf({ stage }, 'Events')}-` : '');
    if (wanted === undefined) {
      if (again) throw new Misused('Say which queue is sent again.');
      const lines = all.map(({ name, waiting }) => `${String(waiting).padStart(7)}  ${name}`);
      return [...lines, all.some(({ waiting }) => waiting) ? '' : 'Nothing was given up.'].join('\n').trimEnd();
    }
    const queue = all.find(({ name }) => name === wanted);
    if (!queue) throw new Error(`There is no queue ${wanted}. There are: ${all.map(({ name }) => name).join(', ')}`);
    if (!again) return [`${queue.waiting} wait in ${wanted}.`, ...(await linesOf(sqs, queue))].join('\n');
    if (!queue.returns)
      throw new Error(`What waits in ${wanted} has no worker to go back to: docs/operations.md says what it means.`);
    await sendAgain(sqs, queue);
    return `${queue.waiting} messages of ${wanted} go back to their worker.`;
  },
};

const LookingAtCircuits = z.object({
  slug: z.string('Public address is required'),
  close: z.enum(askedPartners, `Partners are ${askedPartners.join(', ')}`).optional(),
});
const LookingAtEffects = z.object({
  slug: z.string('Public address is required'),
  event: z.string().optional(),
  name: z.string().optional(),
  happened: z.boolean().default(false),
  'not-happened': z.boolean().default(false),
});
const Overwriting = z.object({ overwrite: z.boolean().optional() });
const LookingAtQueues = z.object({ stage: z.string().optional(), 'send-again': z.boolean().optional() });
const Restoring = z.object({
  from: z.string('The table to restore from is required'),
  slug: z.string('Public address is required'),
  about: z.string().optional(),
  overwrite: z.boolean().optional(),
  write: z.boolean().optional(),
});

async function main(typed: readonly string[]): Promise<void> {
  const { name, further, values } = readArguments(typed);
  const { 'time-zone': time_zone, 'second-factor': second_factor, 'allow-look-alike': allow, help, ...rest } = values;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  const output = help
    ? usage
    : await command?.(
        { ...rest, time_zone, allow_look_alike: allow, ...(second_factor === undefined ? {} : { second_factor }) },
        further,
      );
  if (output === undefined) throw new Error(usage);
  process.stdout.write(`${output}\n`);
}

const typed = process.argv.slice(2);
main(typed).catch((error: unknown) => {
  const message = error instanceof AppError ? Object.values(error.body).flat().join('\n') : messageOf(error);
  const help = error instanceof Misused ? `\n\n${usageOf(commandTyped(typed))}` : '';
  process.stderr.write(`${message}${help}\n`);
  process.exitCode = 1;
});
