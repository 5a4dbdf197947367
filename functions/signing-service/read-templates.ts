import { AppError } from '#domain/contract/errors.ts';
import type { FactsOfSigner } from '#domain/signatures/case-sources.ts';
import { filledFields, type TemplateField, unmappedOf, withGuesses } from '#domain/signatures/field-mapping.ts';
import { customersNamedIn, peopleOfCase } from '#domain/signatures/people-of-case.ts';
import { signatureMessages } from '#domain/signatures/signature-messages.ts';
import { signingServiceEndpoints } from '#domain/signatures/signing-service.endpoints.ts';
import { rolesAndFields, type TemplateRole } from '#domain/signatures/template-reading.ts';
import { typeOfName } from '#domain/signatures/template-types.ts';
import type { DocuSealAccounts } from '#functions/adapters/docuseal.ts';
import { handler } from '#functions/kernel/handler.ts';
import { docuseal } from '#functions/kernel/provisions.ts';
import type { SignatureTemplateRecord } from '#functions/records/signature-template-record.ts';
import { signatureTemplates } from '#functions/records/signature-templates.ts';
import { type SigningFacts, signingFacts } from '#functions/records/signing-facts.ts';
import { statements } from '#functions/records/statements.ts';
import { type CaseToSign, caseToSign } from '#functions/signature-envelopes/shared/papers-of-case.ts';
import { presentField } from '#functions/signature-templates/shared/present-template.ts';
import { asked, askedIfItAnswers, everyOne } from './asked.ts';

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

/** Roles and fields as DocuSeal has them, or as they were when it answered last; then nobody waits long for it. */
const fieldsOf = async (
  accounts: DocuSealAccounts,
  record: SignatureTemplateRecord,
  organizationId: string,
  now: Date,
): Promise<{ roles: readonly TemplateRole[]; fields: readonly TemplateField[]; read_at: string }> => {
  const { docuseal_id, synced_at } = record;
  if (docuseal_id === null) throw new AppError('conflict', { detail: signatureMessages.notBound });
  const asking = asked(
    accounts,
    organizationId,
    async (account) => ({ found: await account.getTemplate(docuseal_id) }),
    {
      patient: synced_at === null,
    },
  );
  const there = await (synced_at === null ? asking : askedIfItAnswers(asking));
  if (!there) return { roles: record.roles, fields: record.fields, read_at: synced_at ?? now.toISOString() };
  if (!there.found) throw new AppError('conflict', { detail: signatureMessages.goneThere });
  return { ...rolesAndFields(there.found, record.roles), read_at: now.toISOString() };
};

/** Who of a case would sign as what. */
const signersOf = async (
  facts: SigningFacts,
  kase: CaseToSign,
  roles: readonly TemplateRole[],
  member: { name: string; email: string },
): Promise<Map<string, FactsOfSigner>> => {
  const { sections } = kase.facts;
  const people = peopleOfCase(sections, await facts.customers(customersNamedIn(sections)), member);
  const signers = roles.flatMap(({ name, part }) => {
    const fits = people.find((one) => one.part === part);
    return fits ? [[name, fits] as const] : [];
  });
  return new Map(signers);
};

/** The fields of a template with the guesses that a sync would keep. */
export const previewFields = handler(
  signingServiceEndpoints.fieldPreview,
  { signatureTemplates, signingFacts, statements, docuseal },
  async ({ params, query }, { db, actor, now, docuseal: accounts }) => {
    const record = await db.signatureTemplates.require(params.id);
    const kase = query.case_id === undefined ? undefined : await caseToSign(db, query.case_id, now);
    const { roles, fields, read_at } = await fieldsOf(accounts, record, actor.organizationId, now);
    const mapping = withGuesses(record.mapping, fields);
    const shown = kase
      ? filledFields({ fields, mapping }, kase.facts, await signersOf(db.signingFacts, kase, roles, actor))
      : fields.map((field) => ({ ...field, value: '', is_missing: false }));
    return {
      template_id: record.id,
      case: kase
        ? {
            ...{ id: kase.core.id, case_number: kase.core.case_number, deceased_name: kase.deceased_name },
            funeral_home_id: kase.core.funeral_home_id,
          }
        : null,
      read_at,
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
