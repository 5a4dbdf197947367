import { AppError } from '#domain/contract/errors.ts';
import { filledFields, unmappedOf, withGuesses } from '#domain/signatures/field-mapping.ts';
import { peopleOfCase } from '#domain/signatures/people-of-case.ts';
import { signatureMessages } from '#domain/signatures/signature-messages.ts';
import { signingServiceEndpoints } from '#domain/signatures/signing-service.endpoints.ts';
import { rolesAndFields } from '#domain/signatures/template-reading.ts';
import { typeOfName } from '#domain/signatures/template-types.ts';
import { handler } from '#functions/kernel/handler.ts';
import { docuseal } from '#functions/kernel/provisions.ts';
import { signatureTemplates } from '#functions/records/signature-templates.ts';
import { signingFacts } from '#functions/records/signing-facts.ts';
import { statements } from '#functions/records/statements.ts';
import { caseToSign } from '#functions/signature-envelopes/shared/papers-of-case.ts';
import { presentField } from '#functions/signature-templates/shared/present-template.ts';
import { asked, everyOne } from './asked.ts';

export const listAvailable = handler(
  signingServiceEndpoints.available,
  { signatureTemplates, docuseal },
  async (_, { db, actor, docuseal: accounts }) => {
    const [there, here] = await Promise.all([
      asked(accounts, actor.organizationId, (account) =>
        everyOne((after) => account.listTemplates(after ? { after } : {})),
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

/** Its fields as DocuSeal has them at this moment, with the guesses that a sync would keep. */
export const previewFields = handler(
  signingServiceEndpoints.fieldPreview,
  { signatureTemplates, signingFacts, statements, docuseal },
  async ({ params, query }, { db, actor, now, docuseal: accounts }) => {
    const record = await db.signatureTemplates.require(params.id);
    const { docuseal_id } = record;
    if (docuseal_id === null) throw new AppError('conflict', { detail: signatureMessages.notBound });
    const kase = query.case_id === undefined ? undefined : await caseToSign(db, query.case_id, now);
    const there = await asked(accounts, actor.organizationId, (account) => account.getTemplate(docuseal_id));
    if (!there) throw new AppError('conflict', { detail: signatureMessages.goneThere });
    const { roles, fields } = rolesAndFields(there, record.roles);
    const mapping = withGuesses(record.mapping, fields);
    const people = kase ? peopleOfCase(kase.facts.sections, [], actor) : [];
    const signers = new Map(
      roles.flatMap(({ name, part }) => {
        const fits = people.find((one) => one.part === part);
        return fits ? [[name, fits] as const] : [];
      }),
    );
    const shown = kase
      ? filledFields({ fields, mapping }, kase.facts, signers)
      : fields.map((field) => ({ ...field, value: '', is_missing: false }));
    return {
      template_id: record.id,
      case: kase ? { id: kase.core.id, case_number: kase.core.case_number, deceased_name: kase.deceased_name } : null,
      roles: roles.map(({ name }) => ({
        name,
        fields: shown
          .filter(({ role }) => role === name)
          .map((field) => ({ ...field, ...presentField(field, mapping) })),
      })),
      unmapped: unmappedOf(fields, mapping),
    };
  },
);
