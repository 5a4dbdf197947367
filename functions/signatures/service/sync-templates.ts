import { v7 as uuid } from 'uuid';
import { AppError, invalid } from '#domain/shared/contract/errors.ts';
import type { DocuSealTemplate } from '#domain/signatures/docuseal-state.ts';
import { mappingFor, rolesAndFields, unmappedOf } from '#domain/signatures/roles-and-fields.ts';
import { connectionMessages, signatureMessages } from '#domain/signatures/signature-messages.ts';
import { signingServiceEndpoints } from '#domain/signatures/signing-service.endpoints.ts';
import { typeOfName } from '#domain/signatures/standard-document-templates.ts';
import { handler } from '#functions/platform/api/handler.ts';
import {
  ForeignAccountError,
  OutcomeUnknownError,
  PartnerError,
  PermanentError,
} from '#functions/platform/store/partners/circuit.ts';
import { isSame } from '#functions/platform/store/sorted-json.ts';
import type { Write } from '#functions/platform/store/table.ts';
import {
  type SignatureTemplateRecord,
  signatureTemplates,
} from '#functions/signatures/repository/signature-templates.ts';
import type { DocuSealAccounts } from '../client/adapters.ts';
import { docuseal } from '../client/adapters.ts';
import type { DocuSeal } from '../client/docuseal.ts';

/** Returns a template with DocuSeal's fields; decisions stay, and new fields are undecided. */
export const refreshedTemplate = (
  record: SignatureTemplateRecord,
  there: DocuSealTemplate,
  at: string,
): SignatureTemplateRecord => {
  const { roles, fields } = rolesAndFields(there, record.roles);
  return {
    ...record,
    roles,
    fields,
    mapping: mappingFor(record.mapping, fields),
    synced_at: at,
    updated_at: at,
    missing_since: there.archived_at === null ? null : (record.missing_since ?? at),
  };
};

/** Returns true if it has fields or roles and every field is decided. */
export const needsNoQuestion = ({ fields, mapping }: SignatureTemplateRecord): boolean =>
  fields.length > 0 && unmappedOf(fields, mapping).length === 0;

/** Returns a new template from DocuSeal, active if all its fields are decided. */
export const templateFromDocuSeal = (
  there: DocuSealTemplate,
  organizationId: string,
  by: string,
  now: Date,
): SignatureTemplateRecord => {
  const at = now.toISOString();
  const blank: SignatureTemplateRecord = {
    id: uuid({ msecs: now.getTime() }),
    organization_id: organizationId,
    version: 1,
    name: there.name,
    description: '',
    template_type: typeOfName(there.name),
    docuseal_id: there.id,
    roles: [],
    fields: [],
    mapping: {},
    is_active: false,
    in_default_set: false,
    made_by_us: false,
    missing_since: null,
    synced_at: at,
    created_at: at,
    updated_at: at,
    updated_by_name: by,
    deleted_at: null,
  };
  const read = refreshedTemplate(blank, there, at);
  return { ...read, is_active: needsNoQuestion(read) };
};

/** Up to a thousand templates per organization. */
const maxPages = 20;
/** Leaves time to write before the function's own timeout. */
const maxMs = 12_000;

/** Throws a PartnerError if the work that began at `since` took too long to ask for more. */
export const assertInTime = (since: number): void => {
  if (performance.now() - since > maxMs) throw new OutcomeUnknownError('slow');
};

type Pages<Row> = (after: number | undefined) => Promise<{ data: Row[]; next: number | null }>;

/** Returns the newest rows that can be read in time, if the rest does not matter. */
export const newestRows = async <Row>(page: Pages<Row>, since = performance.now()): Promise<Row[]> => {
  const rows: Row[] = [];
  let after: number | undefined;
  for (let pages = 0; pages < maxPages && (pages === 0 || performance.now() - since < maxMs); pages++) {
    const { data, next } = await page(after);
    rows.push(...data);
    if (next === null) break;
    after = next;
  }
  return rows;
};

/** Returns all rows, or throws a PartnerError, because rows missing in a partial list would count as deleted. */
export const allRows = async <Row>(page: Pages<Row>, since = performance.now()): Promise<Row[]> => {
  const rows: Row[] = [];
  let after: number | undefined;
  for (let pages = 0; pages < maxPages; pages++) {
    assertInTime(since);
    const { data, next } = await page(after);
    rows.push(...data);
    if (next === null) return rows;
    after = next;
  }
  throw new OutcomeUnknownError('too many');
};

/** Returns DocuSeal's response while a user waits; failures become 409 or 400 with a message, never 5xx. */
export const callDocuSeal = async <Answer>(
  accounts: DocuSealAccounts,
  organizationId: string,
  ask: (account: DocuSeal) => Promise<Answer>,
  how: { patient?: boolean } = {},
): Promise<Answer> => {
  try {
    const account = await accounts.of(organizationId, how);
    if (!account) throw new AppError('conflict', { detail: signatureMessages.notConnected });
    return await ask(account);
  } catch (error) {
    if (!(error instanceof PartnerError)) throw error;
    if (error.message === 'pro-edition') throw new AppError('conflict', { detail: signatureMessages.editionLacks });
    if (error instanceof ForeignAccountError)
      throw new AppError('conflict', { detail: connectionMessages.otherAccount });
    if (error instanceof PermanentError && error.sentence) throw invalid({ non_field_errors: [error.sentence] });
    const isRefused = error.message === '401' || error.message === '403';
    const detail = isRefused ? signatureMessages.keyRefused : signatureMessages.notAnswering;
    throw new AppError('conflict', { detail, reason: error.message });
  }
};

/** Returns the response of {@link callDocuSeal}; undefined if there is none, so that older data can be shown. */
export const tryDocuSeal = async <Answer>(answer: Promise<Answer>): Promise<Answer | undefined> =>
  answer.catch((error: unknown) => {
    if (error instanceof AppError && error.kind === 'conflict') return undefined;
    throw error;
  });

const needs = { signatureTemplates, docuseal };

const together = 20;

const named = (there: DocuSealTemplate, usedNames: ReadonlySet<string>): DocuSealTemplate =>
  usedNames.has(there.name.toLowerCase()) ? { ...there, name: `${there.name} (${there.id})` } : there;

interface Read {
  here: readonly SignatureTemplateRecord[];
  unwanted: ReadonlySet<number | null>;
  there: readonly DocuSealTemplate[];
}

/** Matches by DocuSeal id, else an unconnected template by name. */
const sameHere = (here: Read['here'], template: DocuSealTemplate): SignatureTemplateRecord | undefined =>
  here.find(({ docuseal_id }) => docuseal_id === template.id) ??
  here.find((own) => own.docuseal_id === null && own.name.toLowerCase() === template.name.toLowerCase());

/** Returns true if only `read_at` differs; such a record is not written, so that it causes no conflicts. */
const saysTheSame = (before: SignatureTemplateRecord, next: SignatureTemplateRecord): boolean =>
  isSame({ ...before, synced_at: '', updated_at: '' }, { ...next, synced_at: '', updated_at: '' });

/** Compares DocuSeal's templates with those here: changed ones with their record, and new ones. */
const compared = (
  { here, unwanted, there }: Read,
  make: (template: DocuSealTemplate) => SignatureTemplateRecord,
  at: string,
) => {
  const changed: { before: SignatureTemplateRecord; next: SignatureTemplateRecord }[] = [];
  const created: SignatureTemplateRecord[] = [];
  const met = new Set<string>();
  const usedNames = new Set(here.map(({ name }) => name.toLowerCase()));
  for (const template of there) {
    const before = sameHere(here, template);
    if (before) {
      met.add(before.id);
      const next = refreshedTemplate({ ...before, docuseal_id: template.id }, template, at);
      const is_active = next.is_active && next.missing_since === null;
      if (!saysTheSame(before, { ...next, is_active })) changed.push({ before, next: { ...next, is_active } });
    } else if (template.archived_at === null && !unwanted.has(template.id)) {
      const fresh = make(named(template, usedNames));
      usedNames.add(fresh.name.toLowerCase());
      created.push(fresh);
    }
  }
  for (const before of here)
    if (before.docuseal_id !== null && !met.has(before.id) && before.missing_since === null)
      changed.push({ before, next: { ...before, is_active: false, missing_since: at, updated_at: at } });
  return { changed, created };
};

/** Counts templates that disappeared at DocuSeal since they were last read. */
const areGone = ({ before, next }: { before: SignatureTemplateRecord; next: SignatureTemplateRecord }): boolean =>
  before.missing_since === null && next.missing_since !== null;

const inGroups = <T>(all: readonly T[]): T[][] =>
  // At least one group, to record that nothing changed.
  Array.from({ length: Math.max(1, Math.ceil(all.length / together)) }, (_, at) =>
    all.slice(at * together, (at + 1) * together),
  );

type Brought = 'created' | 'updated' | 'deactivated';
const countOf = (all: readonly { brought: Brought }[], wanted: Brought): number =>
  all.filter(({ brought }) => brought === wanted).length;

export const syncTemplates = handler(signingServiceEndpoints.sync, needs, async (_, context) => {
  const { db, work, actor, now, docuseal: accounts } = context;
  const since = performance.now();
  const there = await callDocuSeal(accounts, actor.organizationId, async (account) => [
    ...(await allRows((after) => account.listTemplates(after ? { after } : {}), since)),
    ...(await allRows((after) => account.listTemplates({ archived: true, ...(after ? { after } : {}) }), since)),
  ]);
  const make = (template: DocuSealTemplate) => templateFromDocuSeal(template, actor.organizationId, actor.name, now);
  // Committed groups, also if a conflict restarts the rest.
  const done: { brought: Brought }[] = [];
  return work.attempt(db.signatureTemplates.allDeletedToo, async (records) => {
    const here = records.filter(({ deleted_at }) => deleted_at === null);
    const unwanted = new Set(records.filter((record) => !here.includes(record)).map(({ docuseal_id }) => docuseal_id));
    const { changed, created } = compared({ here, unwanted, there }, make, now.toISOString());
    const { signatureTemplates: templates } = db;
    const all: { brought: Brought; writes: Write[] }[] = [
      ...changed.map((template) => ({
        brought: areGone(template) ? ('deactivated' as const) : ('updated' as const),
        writes: templates.change(template.before, template.next),
      })),
      ...created.map((record) => ({ brought: 'created' as const, writes: templates.create(record) })),
    ];
    // Each group commits with its own audit entry and event; the next sync does what a crash left.
    for (const group of all.length === 0 && done.length > 0 ? [] : inGroups(all)) {
      const to = (brought: Brought) => String(countOf(group, brought));
      await work
        .add(group.flatMap(({ writes }) => writes))
        .audit('signature_template.synced', actor.organizationId, [
          { field: 'signature_templates.created', from: null, to: to('created') },
          { field: 'signature_templates.updated', from: null, to: to('updated') },
          { field: 'signature_templates.deactivated', from: null, to: to('deactivated') },
        ])
        .announce('signature-template.synced', actor.organizationId, { organization_id: actor.organizationId })
        .step();
      done.push(...group);
    }
    const count = (brought: Brought) => countOf(done, brought);
    return work.finish({ created: count('created'), updated: count('updated'), deactivated: count('deactivated') });
  });
});
