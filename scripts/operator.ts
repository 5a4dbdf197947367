import { parseArgs } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import * as z from 'zod';
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
import { dataDirFromEnvironment, runningProduct } from '#local/data-dir.ts';
import { LOCAL_CREDENTIALS, REGION, TABLE_NAME } from '#local/environment.ts';
import { type Restored, restoreRecords } from './restore/restore-records.ts';

const usage = `Usage: npm run operator -- COMMAND …

create-organization --name NAME --home NAME --slug ADDRESS --email OWNER [--time-zone ZONE]
                    [--second-factor optional|administrators|everybody] [--allow-look-alike]
  Creates an organization with its first funeral home, and invites its first owner by mail. Whether owners and
  administrators need an authenticator app at sign-in: in AWS they do unless told otherwise, here they do not. An address
  that looks like another organization's is refused, unless --allow-look-alike says that this is meant.

invite-owner --slug ADDRESS --email OWNER [--show-link]
  Invites an owner of the organization whose home has this public address; sends an open invitation again. With
  --show-link no mail is sent and the link is shown here, once: for a stage whose mail does not go out yet. Whoever has
  it becomes an owner; in AWS STAFF_SITE_URL says where it leads.

add-home --beside ADDRESS --home NAME --slug ADDRESS [--time-zone ZONE] [--allow-look-alike]
  Adds a funeral home to the organization of the one beside it.

forget --slug ADDRESS --kind customer|submission|first-call|case --id ID
  Forgets what the history of a deleted record says of people, for good: the home has asked for it in writing. Who did
  what and when stays, and so does the proof of it. A case that was arranged is kept for a year (16 CFR 453.6). Backups
  hold what was there for 35 days more.

allow-address --beside ADDRESS --slug ADDRESS
  Lets the organization of the home beside it give one of its homes this address, although it looks like another
  organization's: for whoever has shown that the name is theirs.

reindex [LIST]
  Writes anew what lists, search and totals show, of all lists or of one (submissions, cases, customers), beside the
  running product. Needed after a release that changes what a list shows, and when something broken left traces. One
  that was cut off goes on when it is called again.

restore --from TABLE --slug ADDRESS [--about TEXT] [--overwrite] [--write]
  Brings records of the organization back from a table that was restored aside (docs/deployment.md), beside the running
  product: what is missing, and with --overwrite also what differs. --about takes those alone whose key holds this text,
  such as the id of a case. Without --write it says what it would do.

Works on the product that runs on DATA_DIR, or in AWS when TABLE_NAME names the table and the usual AWS credentials are
there.`;

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

/** Where links of invitations lead. Throws in plain words. */
function staffSite(): string {
  const url = process.env.TABLE_NAME ? process.env.STAFF_SITE_URL : runningProduct(dataDirFromEnvironment())?.staffUrl;
  if (url) return url.replace(/\/$/, '');
  throw new Error('Set STAFF_SITE_URL to the address of the staff site, the output StaffSiteUrl of the Edge stack.');
}

/** What was typed as the command takes it; throws in plain words, with the usage. */
function understood<T>(schema: z.ZodType<T>, typed: object): T {
  const parsed = schema.safeParse(typed);
  if (parsed.success) return parsed.data;
  throw new Error(`${parsed.error.issues.map(({ message }) => message).join('\n')}\n\n${usage}`);
}

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
    if (projections.length === 0) throw new Error(`There is no list ${wanted}.\n\n${usage}`);
    const report = ({ records, orphans }: Reindexed) =>
      process.stderr.write(`\r${records} records, ${orphans} leftovers so far `);
    const { records, orphans, trees, sums } = await reindex({ table: tableHere(), projections, report });
    return `\r${records} records are reindexed; ${orphans} leftovers and ${trees} broken trees were removed, ${sums} sums put right.`;
  },
};

const Restoring = z.object({
  from: z.string('The table to restore from is required'),
  slug: z.string('Public address is required'),
  about: z.string().optional(),
  overwrite: z.boolean().optional(),
  write: z.boolean().optional(),
});

function readArguments() {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        name: text,
        home: text,
        slug: text,
        email: text,
        beside: text,
        'time-zone': text,
        'second-factor': text,
        'show-link': { type: 'boolean' },
        'allow-look-alike': { type: 'boolean' },
        kind: text,
        id: text,
        from: text,
        about: text,
        overwrite: { type: 'boolean' },
        write: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw new Error(`${(error as Error).message.split('. ')[0]}\n\n${usage}`);
  }
}

async function main(): Promise<void> {
  const { positionals, values } = readArguments();
  const { 'time-zone': time_zone, 'second-factor': second_factor, 'allow-look-alike': allow, help, ...rest } = values;
  const [name = '', ...further] = positionals;
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

main().catch((error: unknown) => {
  const message = error instanceof AppError ? Object.values(error.body).flat().join('\n') : (error as Error).message;
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
});
