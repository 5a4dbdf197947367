import type * as z from 'zod';
import { type AuditKind, auditActions } from '#domain/shared/audit/audit-actions.ts';
import { dayEventOf, resourceSchema, shiftSchema } from '#functions/calendar/repository/days.ts';
import { custodyEntrySchema, subjectOf } from '#functions/care/repository/custody.ts';
import { effectReceiptSchema, effectsSchema } from '#functions/care/repository/personal-effects.ts';
import { countSchema, placeSchema } from '#functions/care/repository/places.ts';
import { caseSchema } from '#functions/cases/repository/case-record.ts';
import { casesList, sectionValuesOf } from '#functions/cases/repository/case-rows.ts';
import { copiesSchema } from '#functions/certificates/repository.ts';
import { customerSchema, customersList } from '#functions/customers/repository/customer-record.ts';
import { overridesSchema } from '#functions/deadlines/repository/deadlines.ts';
import { familyPageSchema, familyReviewSchema } from '#functions/families/repository/family-pages.ts';
import { firstCallSchema, firstCallsList } from '#functions/first-calls/repository/first-call-record.ts';
import { gateEntriesSchema } from '#functions/gates/repository.ts';
import { submissionSchema, submissionsList } from '#functions/intake/repository/submission-record.ts';
import { managedFormSchema } from '#functions/managed-forms/repository.ts';
import { homeSchema } from '#functions/organizations/repository/homes.ts';
import { organizationSchema, profileSchema } from '#functions/organizations/repository/organization-record.ts';
import { paymentSchema } from '#functions/payments/repository/payment-record.ts';
import { permitsSchema } from '#functions/permits/repository.ts';
import { storedEntry } from '#functions/platform/store/audit/audit-log.ts';
import {
  type AuditProof,
  auditBatches,
  batchesPerPage,
  timeline,
  timelineKeyThrough,
  trailName,
  verifyChainHead,
} from '#functions/platform/store/audit/audit-proof.ts';
import type { Keys } from '#functions/platform/store/keys.ts';
import type { ListDefinition } from '#functions/platform/store/lists/list-definition.ts';
import { walkList } from '#functions/platform/store/lists/list-page.ts';
import { type KeyWrapper, subjectKeys } from '#functions/platform/store/subject-keys.ts';
import { type Item, type Key, prefixEnd, type Table } from '#functions/platform/store/table.ts';
import { monthReportSchema } from '#functions/reports/repository/month-reports.ts';
import { envelopeOf } from '#functions/signatures/repository/envelopes.ts';
import { signatureTemplateSchema } from '#functions/signatures/repository/signature-templates.ts';
import { priceListSchema } from '#functions/statements/repository/price-lists.ts';
import { acceptanceSchema, statementSchema } from '#functions/statements/repository/statements.ts';
import { checklistSchema } from '#functions/tasks/repository/checklists.ts';
import { handoverSchema } from '#functions/tasks/repository/handovers.ts';
import { taskList, taskPartSchema, taskSchema } from '#functions/tasks/repository/task-record.ts';

/** The items of one organization, read with its credentials. */
export interface Source {
  table: Table;
  keys: Keys;
  wrapper: KeyWrapper;
  proof: AuditProof;
  now: Date;
}

/** The cases of an organization, through which most else is found. */
export interface KnownCase {
  id: string;
  case_number: string;
}

const rowsAtOnce = 500;
const readsAtOnce = 20;
/** More entries than any part of an organization or a case has. */
const most = 50_000;

/** Yields all rows of a list in the order of creation. */
export async function* rowsOf<Columns extends z.ZodObject>(
  { table, keys }: Pick<Source, 'table' | 'keys'>,
  list: ListDefinition<Columns>,
  sort: string,
  filters: Readonly<Record<string, string>> = {},
): AsyncGenerator<z.output<Columns>[]> {
  for (let cursor: string | undefined, isMore = true; isMore; ) {
    const { rows, end } = await walkList(table, keys, list, { sort, filters, cursor, limit: rowsAtOnce });
    yield rows;
    cursor = end;
    isMore = end !== undefined;
  }
}

/** Maps several items at a time and yields the results in order. */
export async function* mapInOrder<One, Made>(
  all: readonly One[],
  make: (one: One) => Promise<Made>,
): AsyncGenerator<Made> {
  for (let at = 0; at < all.length; at += readsAtOnce)
    yield* await Promise.all(all.slice(at, at + readsAtOnce).map(make));
}

const itemsIn = ({ table }: Pick<Source, 'table'>, pk: string, prefix = ''): Promise<Item[]> =>
  table.query({ pk, limit: most, ...(prefix ? { between: [prefix, prefixEnd(prefix)] } : {}) });

export const namedIn = async (
  source: Pick<Source, 'table'>,
  { pk, prefix, key }: { pk: string; prefix: string; key: (id: string) => Key },
): Promise<Item[]> => {
  const entries = await itemsIn(source, pk, prefix);
  return source.table.getAll(entries.map(({ sk }) => key(sk.slice(prefix.length))));
};

const entriesAtOnce = 100;
/** Entries of one record are close to each other. */
const keysKept = 2_000;

const kinds = new Set<string>(Object.values(auditActions).map(({ kind }) => kind));
const isAuditKind = (kind: string): kind is AuditKind => kinds.has(kind);

/** The item without its position in the timeline: what the hash covers. */
const asHashed = (item: Item): Record<string, unknown> =>
  Object.fromEntries(Object.entries(item).filter(([name]) => !name.startsWith('gsi')));

const opening = ({ table, keys, wrapper }: Source) => {
  const opener = (kind: AuditKind, id: string) => subjectKeys.in(table, keys).opener({ kind, id }, wrapper);
  const known = new Map<string, ReturnType<typeof opener>>();
  return async (item: Item): Promise<object> => {
    const stored = storedEntry(item);
    const trail = trailName(keys.organizationId, item.pk);
    const [kind = '', id = ''] = trail.split('#');
    const line = { ...stored, trail, position: String(item.gsi1sk), stored: asHashed(item) };
    if (stored.sealed === undefined || !isAuditKind(kind)) return line;
    const open = known.get(trail) ?? opener(kind, id);
    if (known.size >= keysKept) known.clear();
    known.set(trail, open);
    return { ...line, ...(await open)(stored) };
  };
};

/** Yields the audit log in order of time, up to the start of the archive: decrypted, and as stored. */
export async function* auditEntryLines(source: Source): AsyncGenerator<object> {
  const { table, keys, now } = source;
  const open = opening(source);
  const to = timelineKeyThrough(now);
  for (let from = '', isMore = true; isMore; ) {
    const rows = await timeline(table, keys.organizationId, { from, to, limit: entriesAtOnce });
    const items = await table.getAll(rows.map(({ key }) => key));
    yield* await Promise.all(items.map(open));
    from = rows.at(-1)?.position ?? '';
    isMore = rows.length === entriesAtOnce;
  }
}

/** Yields the signed batches of the log, first one first. */
export async function* auditBatchLines({ table, keys }: Source, last: number): AsyncGenerator<object> {
  for (let from = 1; from <= last; from += batchesPerPage)
    yield* await auditBatches(table, keys.organizationId, from, Math.min(from + batchesPerPage - 1, last));
}

/** The product's own verification at this time; only its key can verify the signatures. */
export const auditProofOf = async ({ table, keys, proof, now }: Source) => {
  const { head, problems } = await verifyChainHead(table, keys.organizationId, proof);
  return {
    organization_id: keys.organizationId,
    batches: head.sequence,
    digest_of_the_last: head.digest,
    sealed_through: head.through,
    last_batch_was_signed_by_the_sealer: head.sequence > 0 && !problems.includes('batch-forged'),
    nothing_was_cut_off: !problems.includes('chain-cut'),
    verified_at: now.toISOString(),
  };
};

type Parse = (item: Item) => object;

/** Joins the items of a case: its core, its sections and its lists. */
const wholeCase = (items: readonly Item[]): object[] => {
  const at = <Part>(sk: string, parse: (item: Item) => Part): Part | undefined => {
    const item = items.find((item) => item.sk === sk);
    return item && parse(item);
  };
  const core = at('CASE', caseSchema.parse);
  if (!core) return [];
  return [
    {
      ...core,
      sections: sectionValuesOf(items),
      permits: at('PART#PERMITS', permitsSchema.parse)?.entries ?? [],
      certificate_copies: at('PART#COPIES', copiesSchema.parse)?.entries ?? [],
      deadline_decisions: at('PART#DEADLINES', overridesSchema.parse)?.entries ?? [],
      gates: at('PART#GATES', gateEntriesSchema.parse)?.entries ?? [],
      effects: at('PART#EFFECTS', effectsSchema.parse)?.entries ?? [],
      tasks: at('PART#TASKS', taskPartSchema.parse) ?? null,
      family_page: at('PART#FAMILY', familyPageSchema.parse) ?? null,
      family_review: at('PART#REVIEW', familyReviewSchema.parse) ?? null,
    },
  ];
};

const acceptedStatements = (items: readonly Item[]): object[] => {
  const accepted = items.filter(({ sk }) => sk.startsWith('ACCEPTANCE#')).map(acceptanceSchema.parse);
  return items
    .filter(({ sk }) => sk.startsWith('STATEMENT#'))
    .map(statementSchema.parse)
    .map((one) => ({ ...one, acceptance: accepted.find(({ version }) => version === one.version) ?? null }));
};

interface Readers {
  of: (pk: string, prefix: string, parse: Parse) => AsyncGenerator<object>;
  ofCases: (read: (id: string) => Promise<readonly object[]>) => AsyncGenerator<object>;
}

const careLines = (source: Source, { of, ofCases }: Readers) => {
  const { keys } = source;
  const custody = (prefix: string, parse: Parse) =>
    ofCases(async (id) => (await itemsIn(source, keys.custody(id), prefix)).map(parse));
  return {
    'custody-subjects': () => custody('SUBJECT#', subjectOf),
    'custody-entries': () => custody('ENTRY#', custodyEntrySchema.parse),
    'effect-receipts': () => custody('RECEIPT#', effectReceiptSchema.parse),
    'care-places': () => of(keys.carePlaces(), 'PLACE#', placeSchema.parse),
    'care-counts': () => of(keys.careCounts(), 'COUNT#', countSchema.parse),
  };
};

const dayLines = (source: Source, { of, ofCases }: Readers) => {
  const { keys } = source;
  return {
    /** Of cases and of the office. */
    async *events() {
      yield* ofCases(async (id) => (await itemsIn(source, keys.caseItems(id), 'EVENT#')).map(dayEventOf));
      yield* of(keys.officeEvents(), 'EVENT#', dayEventOf);
    },
    resources: () => of(keys.resources(), 'RESOURCE#', resourceSchema.parse),
    shifts: () => of(keys.shifts(), 'SHIFT#', shiftSchema.parse),
  };
};

const workLines = (source: Source, readers: Readers) => {
  const { table, keys } = source;
  const { of } = readers;
  return {
    ...dayLines(source, readers),
    async *tasks() {
      for (const state of ['open', 'ended'])
        for await (const rows of rowsOf(source, taskList, 'at', { state })) {
          // Those of a case are with the case.
          const free = rows.filter(({ case_id }) => case_id === '').map(({ id }) => keys.task(id));
          yield* (await table.getAll(free)).map(taskSchema.parse);
        }
    },
    checklists: () => of(keys.checklists(), 'HOME#', checklistSchema.parse),
    handovers: () => of(keys.handovers(), 'HANDOVER#', handoverSchema.parse),
  };
};

/** Yields the stored records by kind; their schemas decide which fields are written. */
export const recordLines = (source: Source, cases: readonly KnownCase[], homes: readonly string[]) => {
  const { table, keys } = source;
  async function* of(pk: string, prefix: string, parse: Parse): AsyncGenerator<object> {
    yield* (await itemsIn(source, pk, prefix)).map(parse);
  }
  async function* listed<Columns extends z.ZodObject>(
    list: ListDefinition<Columns>,
    { sort, key, parse }: { sort: string; key: (id: string) => Key; parse: Parse },
  ): AsyncGenerator<object> {
    for await (const rows of rowsOf(source, list, sort))
      yield* (await table.getAll(rows.map(({ id }) => key(String(id))))).map(parse);
  }
  async function* ofCases(read: (id: string) => Promise<readonly object[]>): AsyncGenerator<object> {
    for await (const found of mapInOrder(cases, ({ id }) => read(id))) yield* found;
  }
  const named = async (pk: string, prefix: string, key: (id: string) => Key, parse: Parse) =>
    (await namedIn(source, { pk, prefix, key })).map(parse);
  return {
    async *organization() {
      yield* (await table.getAll([keys.organization()])).map(organizationSchema.parse);
    },
    homes: () => of(keys.homes(), 'HOME#', homeSchema.parse),
    people: () => of(keys.profiles(), 'PROFILE#', profileSchema.parse),
    customers: () => listed(customersList, { sort: 'created_at', key: keys.customer, parse: customerSchema.parse }),
    reports: () => listed(submissionsList, { sort: 'created', key: keys.submission, parse: submissionSchema.parse }),
    'first-calls': () => listed(firstCallsList, { sort: 'created', key: keys.firstCall, parse: firstCallSchema.parse }),
    cases: () => ofCases(async (id) => wholeCase(await itemsIn(source, keys.caseItems(id)))),
    ...careLines(source, { of, ofCases }),
    ...workLines(source, { of, ofCases }),
    payments: () => ofCases((id) => named(keys.ledger(id), 'PAYMENT#', keys.payment, paymentSchema.parse)),
    statements: () => ofCases(async (id) => acceptedStatements(await itemsIn(source, keys.statements(id)))),
    envelopes: () => ofCases((id) => named(keys.envelopesOfCase(id), 'ENVELOPE#', keys.envelope, envelopeOf)),
    async *'price-lists'() {
      for (const home of homes) yield* of(keys.priceLists(home), 'LIST#', priceListSchema.parse);
    },
    forms: () => of(keys.managedForms(), 'FORM#', managedFormSchema.parse),
    'signature-templates': () => of(keys.signatureTemplates(), 'TEMPLATE#', signatureTemplateSchema.parse),
    'month-reports': () => of(keys.monthReports(), 'MONTH#', monthReportSchema.parse),
  };
};

export const knownCases = async (source: Source): Promise<KnownCase[]> => {
  const found: KnownCase[] = [];
  for await (const rows of rowsOf(source, casesList, 'created'))
    found.push(...rows.map(({ id, case_number }) => ({ id, case_number })));
  return found;
};
