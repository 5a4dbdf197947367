import { AppError } from '#domain/contract/errors.ts';
import { signatureMessages } from '#domain/signatures/signature-messages.ts';
import { signingServiceEndpoints } from '#domain/signatures/signing-service.endpoints.ts';
import { handler } from '#functions/kernel/handler.ts';
import { docuseal } from '#functions/kernel/provisions.ts';
import { signatureTemplates } from '#functions/records/signatures/signature-templates.ts';
import { presentTemplate } from '#functions/signatures/templates/shared/present-template.ts';
import { askDocuSeal } from './ask-docuseal.ts';
import { refreshedTemplate } from './template-from-docuseal.ts';

const needs = { signatureTemplates, docuseal };

/** Reads the fields of a template at DocuSeal, where it is brought back if it was archived, and offers it from now on. */
export const activateTemplate = handler(signingServiceEndpoints.activate, needs, ({ params }, context) => {
  const { db, work, actor, now, docuseal: accounts } = context;
  return work.attempt(
    () => db.signatureTemplates.require(params.id),
    async (record) => {
      const { docuseal_id } = record;
      if (docuseal_id === null) throw new AppError('conflict', { detail: signatureMessages.notBound });
      const there = await askDocuSeal(accounts, actor.organizationId, async (account) => {
        const found = await account.getTemplate(docuseal_id);
        if (found?.archived_at) await account.updateTemplate(docuseal_id, { archived: false });
        return found && { ...found, archived_at: null };
      });
      if (!there) throw new AppError('conflict', { detail: signatureMessages.goneThere });
      if (there.fields.length === 0) throw new AppError('conflict', { detail: signatureMessages.noFields });
      const read = refreshedTemplate(record, there, now.toISOString());
      const next = { ...read, is_active: true, updated_by_name: actor.name };
      return work
        .add(db.signatureTemplates.change(record, next))
        .audit('signature_template.activated', actor.organizationId, [
          { field: 'signature_templates.name', from: record.name, to: record.name },
          { field: 'signature_templates.is_active', from: String(record.is_active), to: 'true' },
        ])
        .announce('signature-template.activated', actor.organizationId, { template_id: record.id })
        .finish(presentTemplate({ ...next, version: record.version + 1 }));
    },
  );
});
