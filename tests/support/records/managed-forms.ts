import type { FormKind, InquiryKind } from '#domain/managed-forms/form-kinds.ts';
import type { ManagedForm, SentQuestion } from '#domain/managed-forms/managed-form.schema.ts';
import { areas } from '#domain/registry/endpoints.ts';
import type { Harness } from '#tests/support/harness.ts';
import type { Tenant } from '#tests/support/tenants.ts';
import { exampleIntake } from './example-intake.ts';
import { succeeded } from './reports.ts';

const rows = areas['managed-forms'];

let forms = 0;
export const newFormSlug = (): string => `form-${++forms}`;

export const exampleQuestion = (changes: Partial<SentQuestion> = {}): SentQuestion => ({
  kind: 'choice',
  label: 'Which hospice cared for your loved one?',
  options: ['Bayside Hospice', 'Another one'],
  required: true,
  ...changes,
});

export const managedForm = async (
  harness: Harness,
  { profiles, home }: Tenant,
  { slug = newFormSlug(), kind = 'at_need', settings }: { slug?: string; kind?: FormKind; settings?: object } = {},
): Promise<ManagedForm> => {
  const as = profiles.super_admin;
  const body = { funeral_home: home.id, name: `Form ${slug}`, slug, kind };
  const made = succeeded(await harness.call(rows.create, { as, body })).body as unknown as ManagedForm;
  if (!settings) return made;
  const params = { id: made.id };
  return succeeded(await harness.call(rows.update, { as, params, body: { settings } })).body as unknown as ManagedForm;
};

/** Creates a form that is open to the public. */
export const openForm = async (
  harness: Harness,
  tenant: Tenant,
  about: Parameters<typeof managedForm>[2] = {},
): Promise<ManagedForm> => {
  const { id } = await managedForm(harness, tenant, about);
  const options = { as: tenant.profiles.super_admin, params: { id } };
  return succeeded(await harness.call(rows.publish, options)).body as unknown as ManagedForm;
};

/** Creates an open form other than a first call, with a submitted response. */
export const exampleInquiry = async (
  harness: Harness,
  tenant: Tenant,
  kind: InquiryKind = 'pre_need',
  changes: Record<string, unknown> = {},
) => {
  const { id } = await openForm(harness, tenant, { kind });
  return {
    ...{ funeral_home_slug: tenant.home.slug, recaptcha_token: exampleIntake().recaptcha_token },
    ...{ form_id: id, form_version: 1, language: 'en', consent: true },
    ...{ submitter_email: 'ida.berglund@example.com', submitter_phone: '9045550177' },
    ...{ informant_first_name: 'Ida', informant_last_name: 'Berglund' },
    ...(kind === 'obituary'
      ? {
          ...{ informant_relationship: 'daughter', deceased_first_name: 'Harold', deceased_last_name: 'Lindqvist' },
          ...{ date_of_birth: '1937-05-14', date_of_death: '2025-10-28' },
          extra_answers: { q_survivors: 'Two daughters' },
        }
      : { special_requests: 'What does a graveside service cost?', extra_answers: { q_wish: 'Cremation' } }),
    ...changes,
  };
};
