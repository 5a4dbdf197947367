import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type DynamoDBClient, ScanCommand, type ScanCommandOutput } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { formatCaseNumber } from '#domain/cases/case-number.ts';
import type { CaseRecord } from '#functions/cases/repository/case-record.ts';
import type { FirstCallRecord } from '#functions/first-calls/repository/first-calls.ts';
import type { SubmissionRecord } from '#functions/intake/repository/submissions.ts';
import { allProjections } from '#functions/lambdas/wiring/all-projections.ts';
import type { HomeRecord } from '#functions/organizations/repository/homes.ts';
import { keysOf, sharedKeys } from '#functions/platform/store/keys.ts';
import { sortedJson } from '#functions/platform/store/sorted-json.ts';
import type { Item, Key } from '#functions/platform/store/table.ts';
import { announcedActions } from '#tests/support/calls/announced-actions.ts';
import { recountCustomers } from './recount-customers.ts';
import { recountForms } from './recount-forms.ts';
import { recountOrganization } from './recount-organization.ts';
import { recountPayments } from './recount-payments.ts';
import { recountProjections } from './recount-projections.ts';
import { recountSums } from './recount-sums.ts';

export const scanTable = async (client: DynamoDBClient, TableName: string): Promise<Item[]> => {
  const items: Item[] = [];
  let ExclusiveStartKey: ScanCommandOutput['LastEvaluatedKey'];
  do {
    const page: ScanCommandOutput = await client.send(
      new ScanCommand({ TableName, ConsistentRead: true, ExclusiveStartKey }),
    );
    items.push(...(page.Items ?? []).map((item) => unmarshall(item) as Item));
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  return items;
};

const idOf = ({ pk, sk }: Key): string => `${pk} | ${sk}`;

/** Returns a digest of the items that does not depend on their order; `counts` selects them by key. */
export const tableDigest = async (
  client: DynamoDBClient,
  tableName: string,
  counts: (pk: string) => boolean = () => true,
): Promise<string> => {
  const items = (await scanTable(client, tableName)).filter(({ pk }) => counts(pk));
  const lines = items.map((item) => sortedJson(item)).sort();
  return `${lines.length} items ${createHash('sha256').update(lines.join('\n')).digest('hex')}`;
};

const sort = (items: readonly Item[]) => {
  const of = (pattern: RegExp): Item[] => items.filter((item) => pattern.test(idOf(item)));
  return {
    byId: new Map(items.map((item) => [idOf(item), item])),
    submissions: of(/^T#[^#]+#SUBMISSION#[^#]+ \| SUBMISSION$/) as unknown as (SubmissionRecord & Item)[],
    firstCalls: of(/^T#[^#]+#FIRSTCALL#[^#]+ \| FIRSTCALL$/) as unknown as (FirstCallRecord & Item)[],
    cases: of(/^T#[^#]+#CASE#[^#]+ \| CASE$/) as unknown as (CaseRecord & Item)[],
    families: of(/^T#[^#]+#CASE#[^#]+ \| PART#FAMILY$/),
    sections: of(/^T#[^#]+#CASE#[^#]+ \| SECTION#/),
    homes: of(/^T#[^#]+#HOMES \| HOME#/) as unknown as (HomeRecord & Item)[],
    statuses: of(/^STATUS#[^#]+ \| STATUS$/),
    numbers: of(/^T#[^#]+#CASENUMBER#/),
    numbering: of(/^T#[^#]+#NUMBERING \| HOME#/),
    ssns: of(/^T#[^#]+#SSN#/),
    audit: of(/^T#[^#]+#AUDIT#/),
    outbox: of(/^T#[^#]+#OUTBOX#/),
  };
};
type Sorted = ReturnType<typeof sort>;

/** Every submission has its public status, and each status its submission or family page; progress is in a copy. */
function* statuses({ submissions, families, statuses: found, byId }: Sorted): Generator<string> {
  const knownIds = new Set<string>();
  for (const submission of submissions) {
    const id = idOf(sharedKeys.reportStatus(submission.reference));
    knownIds.add(id);
    const status = byId.get(id);
    if (status?.funeral_home_id !== submission.funeral_home_id)
      yield `${id}: is of the home ${status?.funeral_home_id}, the submission of ${submission.funeral_home_id}`;
  }
  for (const { reference } of families) knownIds.add(idOf(sharedKeys.reportStatus(String(reference))));
  for (const item of found) if (!knownIds.has(idOf(item))) yield `${idOf(item)}: status without a submission or case`;
}

/** Every case has a unique number and a valid link to its submission and back; counters left no gap. */
function* cases({
  cases: found,
  sections,
  numbers,
  numbering,
  homes,
  submissions,
  firstCalls,
  audit,
  byId,
}: Sorted): Generator<string> {
  const takenNumbers = new Set<string>();
  for (const item of found) {
    const keys = keysOf(item.organization_id);
    const number = idOf(keys.caseNumber(item.case_number));
    if (takenNumbers.has(number)) yield `${idOf(item)}: number ${item.case_number} is used twice`;
    takenNumbers.add(number);
    if (byId.get(number)?.case_id !== item.id) yield `${number}: does not name case ${item.id}`;
    if (!byId.has(idOf(keys.caseSection(item.id, 'deceased')))) yield `${idOf(item)}: has no sections`;
    const source = item.source_submission_id && byId.get(idOf(keys.submission(item.source_submission_id)));
    if (source && source.case_id !== item.id) yield `${idOf(item)}: its submission names case ${source.case_id}`;
    const call = item.source_first_call_id && byId.get(idOf(keys.firstCall(item.source_first_call_id)));
    if (item.source_first_call_id && !call) yield `${idOf(item)}: its first call is missing`;
    if (call && call.case_id !== item.id) yield `${idOf(item)}: its first call names case ${call.case_id}`;
  }
  // The number of a deleted case is marked and never reused.
  for (const item of numbers)
    if (takenNumbers.has(idOf(item)) === (item.deleted_at !== undefined))
      yield `${idOf(item)}: ${item.deleted_at ? 'number of a case that is there, said to be deleted' : 'number without a case'}`;
  for (const item of sections)
    if (!byId.has(idOf({ pk: item.pk, sk: 'CASE' }))) yield `${idOf(item)}: section without a case`;
  for (const item of [...submissions, ...firstCalls]) {
    if ((item.status === 'converted') !== (item.case_id !== null)) yield `${idOf(item)}: converted without a case`;
    if (item.case_id && !byId.has(idOf(keysOf(item.organization_id).case(item.case_id))))
      yield `${idOf(item)}: its case is missing`;
  }
  for (const item of numbering) {
    const [, homeId, year] = item.sk.split('#');
    // A location that set its next number by hand skipped some on purpose.
    const set = audit.some(({ pk, action }) => pk.endsWith(`#HOME#${homeId}`) && action === 'case_numbering.updated');
    const home = set ? undefined : homes.find(({ id }) => id === homeId);
    for (let sequence = 1; home && sequence <= Number(item.last); sequence++) {
      const number = formatCaseNumber(home.case_numbering, Number(year), sequence);
      if (!byId.has(idOf(keysOf(home.organization_id).caseNumber(number))))
        yield `${idOf(item)}: ${number} was skipped`;
    }
  }
}

/** Every referenced SSN is stored, and every stored one is referenced. */
function* ssns({ submissions, firstCalls, cases: found, ssns: resting, byId }: Sorted): Generator<string> {
  const referred = new Set<string>();
  for (const item of [...submissions, ...firstCalls, ...found]) {
    if (!item.ssn_id) continue;
    const id = idOf(keysOf(item.organization_id).ssn(item.ssn_id));
    referred.add(id);
    if (!byId.get(id)?.ciphertext) yield `${idOf(item)}: its SSN ${item.ssn_id} has no ciphertext`;
  }
  for (const item of resting) if (!referred.has(idOf(item))) yield `${idOf(item)}: SSN that nothing refers to`;
}

const events = new Set<string>(announcedActions.values());

/** Published events are deleted after a week. */
const isYoung = (instant: unknown): boolean => Date.now() - Date.parse(String(instant)) < 6 * 24 * 3600 * 1000;

const isUnsent = ({ gsi1pk }: Item): boolean => String(gsi1pk).startsWith('OUTBOX#UNSENT#');

/** Every change has its audit entry, and every announced entry its event, sent or waiting. */
function* trails({ submissions, firstCalls, cases: found, audit, outbox }: Sorted): Generator<string> {
  // One event may announce several entries of a request about one record.
  const recorded = new Set<string>();
  const reported = new Set<string>();
  for (const entry of audit) {
    const event = announcedActions.get(String(entry.action));
    // The demonstration is written without events.
    if (entry.request_id === 'demonstration') continue;
    if (event && isYoung(entry.at)) recorded.add(`${entry.pk.split('#')[4]} ${event} of request ${entry.request_id}`);
  }
  for (const item of outbox) {
    for (const { name, aggregate_id } of item.events as { name: string; aggregate_id: string }[])
      if (isYoung(item.occurred_at) && events.has(name))
        reported.add(`${aggregate_id} ${name} of request ${item.request_id}`);
    if ((item.sent_at === undefined) !== isUnsent(item))
      yield `${idOf(item)}: ${item.sent_at ? 'sent, but' : 'not sent, and not'} in the index of unsent events`;
  }
  for (const action of recorded) if (!reported.has(action)) yield `${action}: recorded and not announced`;
  for (const action of reported) if (!recorded.has(action)) yield `${action}: announced and not recorded`;
  const trailed = new Set(audit.map(({ pk, action }) => `${pk} ${action}`));
  for (const { organization_id, id } of submissions)
    if (!trailed.has(`${keysOf(organization_id).audit('SUBMISSION', id)} submission.received`))
      yield `submission ${id}: has no audit entry`;
  for (const { organization_id, id } of firstCalls)
    if (!trailed.has(`${keysOf(organization_id).audit('FIRSTCALL', id)} first-call.created`))
      yield `first call ${id}: has no audit entry`;
  for (const { organization_id, id } of found)
    if (
      !['case.created', 'case.brought_in'].some((auditAction) =>
        trailed.has(`${keysOf(organization_id).audit('CASE', id)} ${auditAction}`),
      )
    )
      yield `case ${id}: has no audit entry`;
}

/** recomputes everything derived from records and returns differences. */
export const recount = async (client: DynamoDBClient, tableName: string): Promise<string[]> =>
  recountItems(await scanTable(client, tableName));

export const recountItems = (items: readonly Item[]): string[] => {
  const table = sort(items);
  return [
    ...recountProjections(items, allProjections),
    ...recountSums(items, allProjections),
    ...statuses(table),
    ...cases(table),
    ...ssns(table),
    ...trails(table),
    ...recountCustomers(items),
    ...recountOrganization(items),
    ...recountForms(items, table.byId),
    ...recountPayments(items),
  ];
};

/**
 * Waits until a running product has projected everything. Throws if there is no progress for a while, because the
 * total time depends on the machine.
 */
export const recountSettled = async (
  client: DynamoDBClient,
  tableName: string,
  withinMs = 60_000,
): Promise<string[]> => {
  let [left, since] = [Number.NaN, Date.now()];
  for (;;) {
    const items = await scanTable(client, tableName);
    const behind = [...recountProjections(items, allProjections), ...recountSums(items, allProjections)];
    if (behind.length === 0) return recountItems(items);
    if (behind.length !== left) [left, since] = [behind.length, Date.now()];
    if (Date.now() - since > withinMs)
      throw new Error(`${left} are not projected, for ${withinMs} ms:\n${behind.slice(0, 5).join('\n')}`);
    await pause(100);
  }
};
