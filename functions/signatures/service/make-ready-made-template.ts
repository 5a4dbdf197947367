import type { DocuSealTemplate } from '#domain/signatures/docuseal-state.ts';
import { signingServiceEndpoints } from '#domain/signatures/signing-service.endpoints.ts';
import type { StandardDocumentKind } from '#domain/signatures/standard-document-kinds.ts';
import {
  mappingOf,
  standardDocumentExternalId,
  standardDocumentForms,
  standardDocumentRequest,
} from '#domain/signatures/standard-document-templates.ts';
import { idOf } from '#functions/documents/shared/generated-document.ts';
import { docuseal } from '#functions/platform/api/dependencies.ts';
import { handler } from '#functions/platform/api/handler.ts';
import type { DocuSeal } from '#functions/signatures/client/docuseal.ts';
import type { SignatureTemplateRecord } from '#functions/signatures/repository/signature-template-record.ts';
import { signatureTemplates } from '#functions/signatures/repository/signature-templates.ts';
import { presentTemplate } from '#functions/signatures/templates/shared/present-template.ts';
import { templateChanges } from '#functions/signatures/templates/shared/template-changes.ts';
import { callDocuSeal } from './ask-docuseal.ts';
import { assertInTime } from './read-pages.ts';
import { needsNoQuestion, refreshedTemplate, templateFromDocuSeal } from './template-from-docuseal.ts';

/** The paper at DocuSeal: the one that was made before, also by a call whose answer was lost, or a new one. */
const standardDocumentAtDocuSeal = async (
  account: DocuSeal,
  organizationId: string,
  kind: StandardDocumentKind,
  since: number,
): Promise<DocuSealTemplate> => {
  const known = await account.findTemplate(standardDocumentExternalId(organizationId, kind));
  assertInTime(since);
  if (!known) return account.makeTemplate(standardDocumentRequest(organizationId, kind));
  if (known.archived_at !== null) await account.updateTemplate(known.id, { archived: false });
  return { ...known, archived_at: null };
};

const nameBeside = (name: string, all: readonly SignatureTemplateRecord[]): string => {
  const usedNames = new Set(all.map((one) => one.name.toLowerCase()));
  const names = [name, ...Array.from({ length: all.length }, (_, n) => `${name} ${n + 2}`)];
  return names.find((one) => !usedNames.has(one.toLowerCase())) ?? name;
};

/**
 * One of the usual papers. Its id here and its name at DocuSeal follow from the organization and the paper, so that it is made
 * once however often it is asked for, at once, or after a death between DocuSeal and here. Where the organization has a
 * template of this type, that is answered; one that was deleted comes back.
 */
export const makeReadyMadeTemplate = handler(
  signingServiceEndpoints.readyMade,
  { signatureTemplates, docuseal },
  async ({ body: { template_type: kind } }, { db, work, actor, now, docuseal: accounts }) => {
    const { organizationId } = actor;
    const since = performance.now();
    const ofKind = (all: readonly SignatureTemplateRecord[]) => all.find((one) => one.template_type === kind);
    const before = ofKind(await db.signatureTemplates.all());
    if (before) return presentTemplate(before);
    const there = await callDocuSeal(accounts, organizationId, (account) =>
      standardDocumentAtDocuSeal(account, organizationId, kind, since),
    );
    const id = idOf('ready made', organizationId, kind);
    return work.attempt(
      () => Promise.all([db.signatureTemplates.all(), db.signatureTemplates.findDeletedToo(id)]),
      async ([all, deleted]) => {
        const meanwhile = ofKind(all) ?? all.find(({ docuseal_id }) => docuseal_id === there.id);
        if (meanwhile) return presentTemplate(meanwhile);
        const form = standardDocumentForms[kind];
        const made = templateFromDocuSeal(there, organizationId, actor.name, now);
        const read = refreshedTemplate(
          {
            ...{ ...made, id, template_type: kind, name: nameBeside(form.name, all), description: form.description },
            ...{ mapping: mappingOf(form), made_by_us: true, version: deleted?.version ?? 1 },
          },
          there,
          now.toISOString(),
        );
        const record = { ...read, is_active: needsNoQuestion(read) };
        const { signatureTemplates: templates } = db;
        return work
          .add(deleted ? templates.change(deleted, record) : templates.create(record))
          .audit('signature_template.created', organizationId, templateChanges(undefined, record))
          .announce('signature-template.changed', organizationId, { template_id: id })
          .finish(presentTemplate({ ...record, version: deleted ? record.version + 1 : 1 }));
      },
    );
  },
);
