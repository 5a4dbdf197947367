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
import { type DocumentPlace, documentKey } from '#domain/shared/operations/deployment.ts';
import { organizationAt } from '#functions/organizations/create-organization.ts';
import { publicHomeProfile } from '#functions/organizations/repository/homes.ts';
import type { Organization } from '#functions/organizations/repository/organizations.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import { Table } from '#functions/platform/store/table.ts';
import { LinkCounts, linkPrefix } from './link-counts.ts';
import type { OlderFiles } from './older-files.ts';
import { nameOf, References } from './references.ts';

/**
 * Kinds of items that are records. All others are derived, which the projector rebuilds, or transient. The hash chain
 * of the audit log is never rewritten.
 */
export const restoredKinds: readonly string[] = [
  'ORG',
  'HOMES',
  'PROFILES',
  'PREFERENCES',
  'SECONDFACTOR',
  'INVITATIONS',
  'SUBMISSION',
  'FIRSTCALL',
  'CASE',
  'CASENUMBER',
  'NUMBERING',
  'CUSTOMER',
  'SSN',
  'AUDIT',
  'PAYMENT',
  'LEDGER',
  'RECEIPTS',
  'CHECKNUMBER',
  'STATEMENTS',
  'STATEMENTNUMBERS',
  'PRICELISTS',
  'FORMS',
  'CONNECTION',
  'ACCOUNTING',
  'MONTHREPORTS',
  // Needed to undo an import.
  'IMPORTS',
  'IMPORTLINES',
  'SIGNTEMPLATES',
  'ENVELOPE',
  'ENVELOPESOFCASE',
  'SUBMISSIONOF',
  // The versioned bucket has their files.
  'DOCUMENT',
  'PAPERS',
  'CUSTODY',
  'CARETAG',
  'CAREPLACES',
  'CARECOUNTS',
  'TASK',
  'CHECKLISTS',
  'HANDOVERS',
  'OFFICEEVENTS',
  'RESOURCES',
  'SHIFTS',
  // Entries are unreadable without their key; a restored key that had been destroyed is destroyed again.
  'SUBJECTKEY',
];
const shared = /^((SUB|SLUG|CARD|WEBHOOK)#|ORGANIZATIONS$)/;
/** The status of a family's report names only the home. */
const status = /^STATUS#/;
/** Never overwritten. */
const onlyMissing =
  /^(T#[^#]+#(AUDIT|NUMBERING|RECEIPTS|STATEMENTS|STATEMENTNUMBERS|CASENUMBER|SECONDFACTOR|CUSTODY|CARETAG)(#|$)|SUB#|SLUG#|CARD#|STATUS#|WEBHOOK#)/;

type Stored = Record<string, AttributeValue>;

export interface Restoration {
  client: DynamoDBClient;
  from: string;
  to: string;
  organizationId: string;
  /** Only records whose key contains this text, such as a case's id, and their references. */
  about?: string | undefined;
  /** The bucket of documents, to restore their files; without it none are. */
  files?: OlderFiles | undefined;
  /** Also replaces existing records that differ. */
  overwrite?: boolean;
  /** A dry run without it: only the figures. */
  write?: boolean;
  report?: (restored: Restored) => void;
}

export interface Restored {
  looked: number;
  missing: number;
  different: number;
  written: number;
  documents: number;
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
/** At most 25 keys, to stay below a megabyte. */
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

/** Returns the organization of a public address; for the table of a new stage, as the restored table has it. */
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

/** A deleted case reserves its number; a restored one gets it back, unless another case has it. */
const giveNumberBack = async (client: DynamoDBClient, TableName: string, organizationId: string, core: Stored) => {
  const { pk, sk } = keysOf(organizationId).caseNumber(core.case_number?.S ?? '');
  await client
    .send(
      new UpdateItemCommand({
        TableName,
        Key: { pk: { S: pk }, sk: { S: sk } },
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
/** Returns the key of a document's file; undefined for other records, and for one without a file. */
const fileOf = ({ sk, id, status }: Stored, organizationId: string): string | undefined => {
  const place = sk?.S === 'DOCUMENT' ? places.get(status?.S) : undefined;
  return place && id?.S && documentKey(place, organizationId, id.S);
};

/** Gives an overwritten record a newer version: open forms notice, and lists update. */
const over = (older: Stored, current: Stored): Stored => ({
  ...older,
  ...(current.version?.N === undefined ? {} : { version: { N: String(Number(current.version.N) + 1) } }),
  // Maintained by cases, whatever else of the customer changes.
  ...(current.link_count === undefined ? {} : { link_count: current.link_count }),
});

/** Restores records while the product runs: lists, search and totals follow through the table stream. Idempotent. */
export const restoreRecords = async (restoration: Restoration): Promise<Restored> => {
  const {
    client,
    from,
    to,
    organizationId,
    about = '',
    overwrite = false,
    write = false,
    report = () => {},
  } = restoration;
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
  /** Before its record: an interrupted restore finds the record missing again. */
  const bringFileBack = async (key: string): Promise<void> => {
    const state = await restoration.files?.bringBack(key, write);
    if (state === 'back') done.filesBack += 1;
    if (state === 'gone') done.filesGone += 1;
  };
  const look = async (item: Stored, current: Stored | undefined): Promise<void> => {
    done.looked += 1;
    const file = fileOf(item, organizationId);
    if (file && !current) done.documents += 1;
    // For a single record also a file whose record exists; for all it would be a call each.
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
