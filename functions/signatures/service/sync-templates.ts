import { v7 as uuid } from 'uuid';
import { AppError, invalid } from '#domain/shared/contract/errors.ts';
import { connectionMessages } from '#domain/signatures/connection-messages.ts';
import type { DocuSealTemplate } from '#domain/signatures/docuseal-state.ts';
import { mappingFor, rolesAndFields, unmappedOf } from '#domain/signatures/roles-and-fields.ts';
import { signatureMessages } from '#domain/signatures/signature-messages.ts';
import { signingServiceEndpoints } from '#domain/signatures/signing-service.endpoints.ts';
import { typeOfName } from '#domain/signatures/standard-document-templates.ts';
import { docuseal } from '#functions/platform/api/dependencies.ts';
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
import type { DocuSeal, DocuSealAccounts } from '../client/docuseal.ts';

/**
 * A template here with what DocuSeal says of it now; what somebody has decided about fields stays, and a field that is new is
 * decided by nobody.
 */
export const refreshedTemplate = (
  record: SignatureTemplateRecord,
  there: DocuSealTemplate,
  at: string,
): SignatureTemplateRecord => {
  const { roles, fields } = rolesAndFields(there, record.roles);
  return {
    ...record,
    ...{ roles, fields, mapping: mappingFor(record.mapping, fields), synced_at: at, updated_at: at },
    missing_since: there.archived_at === null ? null : (record.missing_since ?? at),
  };
};

/** Whether it can be used without a question: it has something to fill in or sign, and every field of it is decided. */
export const needsNoQuestion = ({ fields, mapping }: SignatureTemplateRecord): boolean =>
  fields.length > 0 && unmappedOf(fields, mapping).length === 0;

/** A template that stands at DocuSeal alone, as it begins here: active, where nothing of it is still to be decided. */
export const templateFromDocuSeal = (
  there: DocuSealTemplate,
  organizationId: string,
  by: string,
  now: Date,
): SignatureTemplateRecord => {
  const at = now.toISOString();
  const blank: SignatureTemplateRecord = {
    ...{ id: uuid({ msecs: now.getTime() }), organization_id: organizationId, version: 1, name: there.name },
    ...{ description: '', template_type: typeOfName(there.name), docuseal_id: there.id, roles: [], fields: [] },
    ...{ mapping: {}, is_active: false, in_default_set: false, made_by_us: false },
    ...{ missing_since: null, synced_at: at, created_at: at, updated_at: at, updated_by_name: by, deleted_at: null },
  };
  const read = refreshedTemplate(blank, there, at);
  return { ...read, is_active: needsNoQuestion(read) };
};

/** So many pages a list has at most: a thousand templates of one organization. */
const maxPages = 20;
/** So long are pages asked for, in milliseconds: the last one and what is then written end before the function's own time. */
const maxMs = 12_000;

/** Throws a PartnerError when what began at `since` has taken so long that nothing more may be asked. */
export const assertInTime = (since: number): void => {
  if (performance.now() - since > maxMs) throw new OutcomeUnknownError('slow');
};

type Pages<Row> = (after: number | undefined) => Promise<{ data: Row[]; next: number | null }>;

/** The newest rows of a list, as many as can be read in time: where it does not matter what else there is. */
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

/**
 * Every row of a list, page by page; `since` is when the first was asked for. Throws a PartnerError where there are more, or
 * the partner takes too long with them: of half a list nobody could say what is not there any more.
 */
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

/**
 * What DocuSeal answers while somebody waits. Where the organization is not connected, or DocuSeal does not answer, the
 * call is answered 409 with a sentence, what it refuses 400 in its own words: none of it is a failure of ours.
 */
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

/** An answer of {@link callDocuSeal}; undefined where DocuSeal is silent or not connected: something older can be shown. */
export const tryDocuSeal = async <Answer>(answer: Promise<Answer>): Promise<Answer | undefined> =>
  answer.catch((error: unknown) => {
    if (error instanceof AppError && error.kind === 'conflict') return undefined;
    throw error;
  });

const needs = { signatureTemplates, docuseal };

/** So many records are written in one transaction. */
const together = 20;

/** A name of its own for what comes from there: a second one of a name says its number. */
const named = (there: DocuSealTemplate, usedNames: ReadonlySet<string>): DocuSealTemplate =>
  usedNames.has(there.name.toLowerCase()) ? { ...there, name: `${there.name} (${there.id})` } : there;

interface Read {
  here: readonly SignatureTemplateRecord[];
  /** Connected to records that somebody has deleted here: they come back when somebody adds them. */
  unwanted: ReadonlySet<number | null>;
  there: readonly DocuSealTemplate[];
}

/** What is connected is the same, and so is what is called the same and not connected yet. */
const sameHere = (here: Read['here'], one: DocuSealTemplate): SignatureTemplateRecord | undefined =>
  here.find(({ docuseal_id }) => docuseal_id === one.id) ??
  here.find((own) => own.docuseal_id === null && own.name.toLowerCase() === one.name.toLowerCase());

/** Whether nothing but the instant of reading differs: such a one is left, so that who is changing it meets no conflict. */
const saysTheSame = (before: SignatureTemplateRecord, next: SignatureTemplateRecord): boolean =>
  isSame({ ...before, synced_at: '', updated_at: '' }, { ...next, synced_at: '', updated_at: '' });

/** Everything there against everything here: what changes, each with the record that it follows, and what is new. */
const compared = (
  { here, unwanted, there }: Read,
  make: (one: DocuSealTemplate) => SignatureTemplateRecord,
  at: string,
) => {
  const changed: { before: SignatureTemplateRecord; next: SignatureTemplateRecord }[] = [];
  const created: SignatureTemplateRecord[] = [];
  const met = new Set<string>();
  const usedNames = new Set(here.map(({ name }) => name.toLowerCase()));
  for (const one of there) {
    const before = sameHere(here, one);
    if (before) {
      met.add(before.id);
      const next = refreshedTemplate({ ...before, docuseal_id: one.id }, one, at);
      const is_active = next.is_active && next.missing_since === null;
      if (!saysTheSame(before, { ...next, is_active })) changed.push({ before, next: { ...next, is_active } });
    } else if (one.archived_at === null && !unwanted.has(one.id)) {
      const fresh = make(named(one, usedNames));
      usedNames.add(fresh.name.toLowerCase());
      created.push(fresh);
    }
  }
  for (const before of here)
    if (before.docuseal_id !== null && !met.has(before.id) && before.missing_since === null)
      changed.push({ before, next: { ...before, is_active: false, missing_since: at, updated_at: at } });
  return { changed, created };
};

/** Those that were there when they were last read, and are not any more. */
const areGone = ({ before, next }: { before: SignatureTemplateRecord; next: SignatureTemplateRecord }): boolean =>
  before.missing_since === null && next.missing_since !== null;

const inGroups = <T>(all: readonly T[]): T[][] =>
  // One group at least: that nothing had changed is on record too.
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
  const make = (one: DocuSealTemplate) => templateFromDocuSeal(one, actor.organizationId, actor.name, now);
  // Of every group that has committed, also where what follows begins anew.
  const done: { brought: Brought }[] = [];
  return work.attempt(db.signatureTemplates.allDeletedToo, async (records) => {
    const here = records.filter(({ deleted_at }) => deleted_at === null);
    const unwanted = new Set(records.filter((one) => !here.includes(one)).map(({ docuseal_id }) => docuseal_id));
    const { changed, created } = compared({ here, unwanted, there }, make, now.toISOString());
    const { signatureTemplates: templates } = db;
    const all: { brought: Brought; writes: Write[] }[] = [
      ...changed.map((one) => ({
        ...{ brought: areGone(one) ? ('deactivated' as const) : ('updated' as const) },
        writes: templates.change(one.before, one.next),
      })),
      ...created.map((record) => ({ brought: 'created' as const, writes: templates.create(record) })),
    ];
    // Each group commits with an entry and an event of its own: what a death leaves undone is done by the next sync.
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
