import { AppError } from '#domain/shared/contract/errors.ts';
import { unmappedOf } from '#domain/signatures/field-mapping.ts';
import { signatureMessages } from '#domain/signatures/signature-messages.ts';
import { signingServiceEndpoints } from '#domain/signatures/signing-service.endpoints.ts';
import { docuseal } from '#functions/platform/api/dependencies.ts';
import { handler } from '#functions/platform/api/handler.ts';
import type { DocuSeal } from '#functions/signatures/client/docuseal.ts';
import { signatureTemplates } from '#functions/signatures/repository/signature-templates.ts';
import { mappingAfter } from '#functions/signatures/templates/shared/mapping-after.ts';
import { presentTemplate } from '#functions/signatures/templates/shared/present-template.ts';
import { templateChanges } from '#functions/signatures/templates/shared/template-changes.ts';
import { callDocuSeal } from './ask-docuseal.ts';
import { refreshedTemplate } from './template-from-docuseal.ts';

const needs = { signatureTemplates, docuseal };

/**
 * Reads the fields of a template at DocuSeal, where it is brought back if it was archived, and offers it from now on. A field
 * that nobody has decided is confirmed with the call: what it seems to be called goes on no paper unasked.
 */
export const activateTemplate = handler(signingServiceEndpoints.activate, needs, ({ params, body }, context) => {
  const { db, work, actor, now, docuseal: accounts } = context;
  return work.attempt(
    () => db.signatureTemplates.require(params.id),
    async (record) => {
      const { docuseal_id } = record;
      if (docuseal_id === null) throw new AppError('conflict', { detail: signatureMessages.notBound });
      const ask = <T>(what: (account: DocuSeal) => Promise<T>) => callDocuSeal(accounts, actor.organizationId, what);
      const there = await ask((account) => account.getTemplate(docuseal_id));
      if (!there) throw new AppError('conflict', { detail: signatureMessages.goneThere });
      if (there.fields.length === 0) throw new AppError('conflict', { detail: signatureMessages.noFields });
      const read = refreshedTemplate(record, { ...there, archived_at: null }, now.toISOString());
      const mapping = mappingAfter(read, body.mapping);
      const open = unmappedOf(read.fields, mapping);
      if (open.length > 0)
        throw new AppError('conflict', { detail: `${signatureMessages.notConfirmed}: ${open.slice(0, 5).join(', ')}` });
      if (there.archived_at) await ask((account) => account.updateTemplate(docuseal_id, { archived: false }));
      const next = { ...read, mapping, is_active: true, updated_by_name: actor.name };
      return work
        .add(db.signatureTemplates.change(record, next))
        .audit('signature_template.activated', actor.organizationId, [
          { field: 'signature_templates.name', from: record.name, to: record.name },
          { field: 'signature_templates.is_active', from: String(record.is_active), to: 'true' },
          ...templateChanges(record, next).filter(({ field }) => field === 'signature_templates.mapping'),
        ])
        .announce('signature-template.activated', actor.organizationId, { template_id: record.id })
        .finish(presentTemplate({ ...next, version: record.version + 1 }));
    },
  );
});
