import { signingServiceEndpoints } from '#domain/signatures/signing-service.endpoints.ts';
import { typeOfName } from '#domain/signatures/template-types.ts';
import { docuseal } from '#functions/platform/api/dependencies.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { signatureTemplates } from '#functions/signatures/repository/signature-templates.ts';
import { callDocuSeal } from './ask-docuseal.ts';
import { allRows } from './read-pages.ts';

/** The templates at DocuSeal to which none here is connected. */
export const listAvailableTemplates = handler(
  signingServiceEndpoints.available,
  { signatureTemplates, docuseal },
  async (_, { db, actor, docuseal: accounts }) => {
    const [there, here] = await Promise.all([
      callDocuSeal(accounts, actor.organizationId, (account) =>
        allRows((after) => account.listTemplates(after ? { after } : {})),
      ),
      db.signatureTemplates.all(),
    ]);
    const bound = new Set(here.map(({ docuseal_id }) => docuseal_id));
    return there
      .filter(({ id }) => !bound.has(id))
      .map(({ id, name, folder_name, submitters, fields, updated_at }) => ({
        ...{ docuseal_template_id: id, name, folder_name, updated_at },
        roles: submitters.map((one) => one.name),
        field_count: fields.length,
        template_type: typeOfName(name),
      }));
  },
);
