import { AppError } from '#domain/shared/contract/errors.ts';
import type { FactsOfSigner } from '#domain/signatures/case-sources.ts';
import {
  filledFields,
  type TemplateField,
  unmappedOf,
  withSuggestedSources,
} from '#domain/signatures/field-mapping.ts';
import { customersNamedIn, peopleOfCase } from '#domain/signatures/people-of-case.ts';
import { rolesAndFields, type TemplateRole } from '#domain/signatures/roles-and-fields.ts';
import { signatureMessages } from '#domain/signatures/signature-messages.ts';
import { signingServiceEndpoints } from '#domain/signatures/signing-service.endpoints.ts';
import { docuseal } from '#functions/platform/api/dependencies.ts';
import { handler } from '#functions/platform/api/handler.ts';
import type { DocuSealAccounts } from '#functions/signatures/client/docuseal.ts';
import { type CaseToSign, caseToSign } from '#functions/signatures/envelopes/shared/case-to-sign.ts';
import type { SignatureTemplateRecord } from '#functions/signatures/repository/signature-template-record.ts';
import { signatureTemplates } from '#functions/signatures/repository/signature-templates.ts';
import { type SigningFacts, signingSources } from '#functions/signatures/repository/signing-sources.ts';
import { presentField } from '#functions/signatures/templates/shared/present-template.ts';
import { statements } from '#functions/statements/repository/statements.ts';
import { callDocuSeal, tryDocuSeal } from './ask-docuseal.ts';

/** Roles and fields as DocuSeal has them, or as they were when it answered last; then nobody waits long for it. */
const fieldsOf = async (
  accounts: DocuSealAccounts,
  record: SignatureTemplateRecord,
  organizationId: string,
  now: Date,
): Promise<{ roles: readonly TemplateRole[]; fields: readonly TemplateField[]; read_at: string }> => {
  const { docuseal_id, synced_at } = record;
  if (docuseal_id === null) throw new AppError('conflict', { detail: signatureMessages.notBound });
  const answer = callDocuSeal(
    accounts,
    organizationId,
    async (account) => ({ found: await account.getTemplate(docuseal_id) }),
    {
      patient: synced_at === null,
    },
  );
  const there = await (synced_at === null ? answer : tryDocuSeal(answer));
  if (!there) return { roles: record.roles, fields: record.fields, read_at: synced_at ?? now.toISOString() };
  if (!there.found) throw new AppError('conflict', { detail: signatureMessages.goneThere });
  return { ...rolesAndFields(there.found, record.roles), read_at: now.toISOString() };
};

/** Who of a case would sign as what. */
const signersOf = async (
  facts: SigningFacts,
  caseRecord: CaseToSign,
  roles: readonly TemplateRole[],
  member: { name: string; email: string },
): Promise<Map<string, FactsOfSigner>> => {
  const { sections } = caseRecord.facts;
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
  { signatureTemplates, signingFacts: signingSources, statements, docuseal },
  async ({ params, query }, { db, actor, now, docuseal: accounts }) => {
    const record = await db.signatureTemplates.require(params.id);
    const caseRecord = query.case_id === undefined ? undefined : await caseToSign(db, query.case_id, now);
    const { roles, fields, read_at } = await fieldsOf(accounts, record, actor.organizationId, now);
    const mapping = withSuggestedSources(record.mapping, fields);
    const shown = caseRecord
      ? filledFields({ fields, mapping }, caseRecord.facts, await signersOf(db.signingFacts, caseRecord, roles, actor))
      : fields.map((field) => ({ ...field, value: '', is_missing: false, is_misfit: false }));
    return {
      template_id: record.id,
      case: caseRecord
        ? {
            ...{
              id: caseRecord.core.id,
              case_number: caseRecord.core.case_number,
              deceased_name: caseRecord.deceased_name,
            },
            funeral_home_id: caseRecord.core.funeral_home_id,
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
