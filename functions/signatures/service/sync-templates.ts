import type { DocuSealTemplate } from '#domain/signatures/docuseal-state.ts';
import { signingServiceEndpoints } from '#domain/signatures/signing-service.endpoints.ts';
import { docuseal } from '#functions/platform/api/dependencies.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { isSame } from '#functions/platform/store/sorted-json.ts';
import type { Write } from '#functions/platform/store/table.ts';
import type { SignatureTemplateRecord } from '#functions/signatures/repository/signature-template-record.ts';
import { signatureTemplates } from '#functions/signatures/repository/signature-templates.ts';
import { callDocuSeal } from './ask-docuseal.ts';
import { allRows } from './read-pages.ts';
import { refreshedTemplate, templateFromDocuSeal } from './template-from-docuseal.ts';

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
