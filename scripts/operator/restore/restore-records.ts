import { isDeepStrictEqual } from 'node:util';
import {
  type AttributeValue,
  BatchGetItemCommand,
  ConditionalCheckFailedException,
  type DynamoDBClient,
  PutItemCommand,
  paginateScan,
  QueryCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { type DocumentPlace, documentKey } from '#domain/shared/operations/document-places.ts';
import { organizationAt } from '#functions/organizations/create-organization.ts';
import { publicHomeProfile } from '#functions/organizations/repository/homes.ts';
import type { Organization } from '#functions/organizations/repository/organizations.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import { Table } from '#functions/platform/store/table.ts';
import { LinkCounts, linkPrefix } from './link-counts.ts';
import type { OlderFiles } from './older-files.ts';
import { nameOf, References } from './references.ts';

/**
 * Kinds of an organization's items that are records, and so worth bringing back. All others are derived from them (lists,
 * search, totals: the projector makes them anew), or have had their time: events, effects, counters, locks. The
 * chain of the audit trail is left as it stands: what it sealed is not to be written again.
 */
export const restoredKinds: readonly string[] = [
  ...['ORG', 'HOMES', 'PROFILES', 'PREFERENCES', 'SECONDFACTOR', 'INVITATIONS', 'SUBMISSION', 'FIRSTCALL', 'CASE'],
  ...['CASENUMBER', 'NUMBERING', 'CUSTOMER', 'SSN', 'AUDIT', 'PAYMENT', 'LEDGER', 'RECEIPTS', 'CHECKNUMBER'],
  ...['STATEMENTS', 'STATEMENTNUMBERS', 'PRICELISTS', 'FORMS', 'CONNECTION', 'ACCOUNTING'],
  'MONTHREPORTS',
  // With its lines an import can still be undone.
  ...['IMPORTS', 'IMPORTLINES'],
  ...['SIGNTEMPLATES', 'ENVELOPE', 'ENVELOPESOFCASE', 'SUBMISSIONOF'],
  // Their files come back from the older versions of the bucket.
  ...['DOCUMENT', 'PAPERS'],
  // Without its key an entry could not be read; one that was destroyed comes back with a restore, and is destroyed again.
  'SUBJECTKEY',
];
export const leftKinds: readonly string[] = [
  ...['CASEORDERS', 'MONEYDUE', 'CREMATION', 'FACT', 'MONTHSUMS', 'SHARED', 'L', 'S', 'AUDITLOG'],
  ...[
    'INVITED',
    'MAILPROBLEMS',
    'SIGNINS',
    'PRESENCE',
    'CALLER',
    'EXPORT',
    'DEADLINE',
    'REMINDER',
    'CHAIN',
    'OUTBOX',
    'EFFECT',
    'PARTNER',
    'IDEMPOTENCY',
    'DOCUMENTZIP',
    // Their files are there for a day.
    'ARCHIVES',
    'HEARD',
    'ENVELOPECHECK',
    // A link that was revoked must not open again; one that is lost is made anew.
    'CALENDARFEEDS',
    // What stands at Google is compared anew by whoever connects it.
    ...['GOOGLECALENDAR', 'OAUTHSTATE'],
  ],
];
/** What stands outside of an organization's partitions and names it. */
const shared = /^((SUB|SLUG|CARD|WEBHOOK)#|ORGANIZATIONS$)/;
/** What families are told of their report names the home alone. */
const status = /^STATUS#/;
/** Never written over, whatever the older one says. */
const onlyMissing =
  /^(T#[^#]+#(AUDIT|NUMBERING|RECEIPTS|STATEMENTS|STATEMENTNUMBERS|CASENUMBER|SECONDFACTOR)(#|$)|SUB#|SLUG#|CARD#|STATUS#|WEBHOOK#)/;

type Stored = Record<string, AttributeValue>;

export interface Restoration {
  client: DynamoDBClient;
  /** A table of the same shape, restored aside to a second of the past. */
  from: string;
  to: string;
  organizationId: string;
  /** Only records whose key holds this text, such as the id of a case, and what they lead to. */
  about?: string | undefined;
  /** The bucket of documents, whose files come back with their records; without it they are left. */
  files?: OlderFiles | undefined;
  /** Also puts back what is there and differs; without it only what is missing. */
  overwrite?: boolean;
  /** Without it nothing is written: the figures say what would be. */
  write?: boolean;
  report?: (found: Restored) => void;
}

export interface Restored {
  /** Items of the organization that are records. */
  looked: number;
  missing: number;
  different: number;
  written: number;
  /** Documents that are missing and have a file. */
  documents: number;
  /** Files of documents that come back, and that nobody has any more. */
  filesBack: number;
  filesGone: number;
}

const keyOf = ({ pk, sk }: Stored): Stored => ({ pk: pk ?? { S: '' }, sk: sk ?? { S: '' } });

const isRecord = (item: Stored, organizationId: string, homes: ReadonlySet<string>): boolean => {
  const [pk = '', sk = ''] = [item.pk?.S, item.sk?.S];
  if (sk === 'ROW' || sk === 'PROGRESS' || sk === 'FAMILYVIEW' || sk.startsWith(linkPrefix)) return false;
  const tenant = `T#${organizationId}#`;
  if (pk.startsWith(tenant)) return restoredKinds.includes(pk.slice(tenant.length).split('#')[0] ?? '');
  if (status.test(pk)) return homes.has(item.funeral_home_id?.S ?? '');
  return shared.test(pk) && item.organization_id?.S === organizationId;
};

const presentTogether = 25;
/** What is in a table under these keys, by their names. At most 25 together: the answer stays below a megabyte with ordinary items. */
export const present = async (
  client: DynamoDBClient,
  table: string,
  items: readonly Stored[],
): Promise<Map<string, Stored>> => {
  const found = new Map<string, Stored>();
  for (let left = items.map(keyOf); left.length > 0; ) {
    const Keys = left.slice(0, presentTogether);
    const { Responses, UnprocessedKeys } = await client.send(
      new BatchGetItemCommand({ RequestItems: { [table]: { Keys, ConsistentRead: true } } }),
    );
    for (const item of Responses?.[table] ?? []) found.set(nameOf(item), item);
    left = [...left.slice(presentTogether), ...((UnprocessedKeys?.[table]?.Keys ?? []) as typeof Keys)];
  }
  return found;
};

/** The organization of a public address; where the table in use is a new stage's, as the table restored aside has it. */
export const organizationToRestore = async (
  { client, from, to }: Pick<Restoration, 'client' | 'from' | 'to'>,
  slug: string,
): Promise<Organization> => {
  const table = new Table(client, (await publicHomeProfile(new Table(client, to), slug)) ? to : from);
  return (await organizationAt(table, slug)).organization;
};

const createHomeRepository = async (
  client: DynamoDBClient,
  TableName: string,
  organizationId: string,
): Promise<Set<string>> => {
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName,
      KeyConditionExpression: 'pk = :homes',
      ExpressionAttributeValues: { ':homes': { S: keysOf(organizationId).homes() } },
    }),
  );
  return new Set(Items.map(({ id }) => id?.S ?? ''));
};

/** A deleted case keeps its number, which says so: one that comes back has it again, unless another case was given it since. */
const giveNumberBack = async (client: DynamoDBClient, TableName: string, organizationId: string, core: Stored) => {
  const { pk, sk } = keysOf(organizationId).caseNumber(core.case_number?.S ?? '');
  await client
    .send(
      new UpdateItemCommand({
        ...{ TableName, Key: { pk: { S: pk }, sk: { S: sk } } },
        UpdateExpression: 'SET case_id = :id REMOVE deleted_at',
        ConditionExpression: 'attribute_not_exists(case_id) OR case_id = :id',
        ExpressionAttributeValues: { ':id': core.id ?? { S: '' } },
      }),
    )
    .catch((error: unknown) => {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
    });
};

const places = new Map<string | undefined, DocumentPlace>([
  ['ready', 'clean'],
  ['checking', 'quarantine'],
]);
/** Where the file of a document lies; undefined of one that never came or was refused, and of any other record. */
const fileOf = ({ sk, id, status }: Stored, organizationId: string): string | undefined => {
  const place = sk?.S === 'DOCUMENT' ? places.get(status?.S) : undefined;
  return place && id?.S && documentKey(place, organizationId, id.S);
};

/** A record that is put over a newer one is newer still: whoever has it open is told, and lists follow it. */
const over = (older: Stored, current: Stored): Stored => ({
  ...older,
  ...(current.version?.N === undefined ? {} : { version: { N: String(Number(current.version.N) + 1) } }),
  // Cases keep that, whatever else of the customer is changed.
  ...(current.link_count === undefined ? {} : { link_count: current.link_count }),
});

/**
 * Brings records of one organization back from a table that was restored aside, beside the running product. What is
 * written goes through the table's stream like any change: lists, search and totals follow by themselves. Doing it twice
 * changes nothing.
 */
export const restoreRecords = async (wanted: Restoration): Promise<Restored> => {
  const { client, from, to, organizationId, about = '', overwrite = false, write = false, report = () => {} } = wanted;
  const done = { looked: 0, missing: 0, different: 0, written: 0, documents: 0, filesBack: 0, filesGone: 0 };
  const counts = new LinkCounts(client, to, organizationId);
  const references = new References(organizationId);
  const put = async (item: Stored, current: Stored | undefined): Promise<void> => {
    const unchanged = current?.version && {
      ConditionExpression: '#version = :version',
      ExpressionAttributeNames: { '#version': 'version' },
      ExpressionAttributeValues: { ':version': current.version },
    };
    const condition = current ? unchanged : { ConditionExpression: 'attribute_not_exists(pk)' };
    await client.send(new PutItemCommand({ TableName: to, Item: current ? over(item, current) : item, ...condition }));
    done.written += 1;
    await counts.wrote(item, current);
    if (item.sk?.S === 'CASE' && !current) await giveNumberBack(client, to, organizationId, item);
  };
  /** Before its record, so that what was cut off is found missing again. */
  const bringFileBack = async (key: string): Promise<void> => {
    const state = await wanted.files?.bringBack(key, write);
    if (state === 'back') done.filesBack += 1;
    if (state === 'gone') done.filesGone += 1;
  };
  const look = async (item: Stored, current: Stored | undefined): Promise<void> => {
    done.looked += 1;
    const file = fileOf(item, organizationId);
    if (file && !current) done.documents += 1;
    // Of a single record also a file whose record is back already; of all of them that would be a call for each.
    if (file && (about || !current)) await bringFileBack(file);
    const same = current !== undefined && isDeepStrictEqual(current, item);
    if (about) references.saw(item, !current || same || overwrite);
    if (same) return;
    if (current) done.different += 1;
    else done.missing += 1;
    const may = !current || (overwrite && !onlyMissing.test(item.pk?.S ?? ''));
    if (write && may) await put(item, current);
  };
  const lookAt = async (records: readonly Stored[]): Promise<void> => {
    for (let at = 0; at < records.length; at += presentTogether) {
      const some = records.slice(at, at + presentTogether);
      const there = await present(client, to, some);
      for (const item of some) await look(item, there.get(nameOf(item)));
    }
    report(done);
  };
  const homes = await createHomeRepository(client, from, organizationId);
  const isOurs = (item: Stored): boolean => isRecord(item, organizationId, homes);
  for await (const page of paginateScan({ client, pageSize: 500 }, { TableName: from })) {
    for (const item of page.Items ?? []) counts.saw(item);
    await lookAt((page.Items ?? []).filter((item) => isOurs(item) && nameOf(item).includes(about)));
  }
  for (let keys = references.take(); keys.length > 0; keys = references.take())
    await lookAt([...(await present(client, from, keys)).values()].filter(isOurs));
  await counts.settle(async (keys) => (await present(client, to, keys)).values());
  return done;
};
