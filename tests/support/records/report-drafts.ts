import { randomUUID } from 'node:crypto';
import { areas } from '#domain/registry/endpoints.ts';
import { onDraftCodeAsked, onReportDraftStored } from '#functions/emails/report-draft-emails.ts';
import type { Mail } from '#functions/platform/adapters/mailer.ts';
import type { CallOptions, Harness } from '#tests/support/harness.ts';
import type { Tenant } from '#tests/support/tenants.ts';
import { exampleIntake } from './example-intake.ts';
import { succeeded } from './reports.ts';

const { keepDraft } = areas.intake;

export const exampleDraft = ({ home }: Tenant, changes: object = {}) => ({
  funeral_home_slug: home.slug,
  email: 'karin.lindqvist@example.com',
  recaptcha_token: exampleIntake().recaptcha_token,
  report: {
    values: { deceased_first_name: 'Harold', consent: true, race: ['white'] },
    not_known: ['weight'],
    step: 'deceased',
    attempt: 'an-attempt',
  },
  ...changes,
});

/** Sends emails as the worker does for its two events. */
export const draftMails = ({ table, state }: Harness, { id: organization_id, home }: Tenant) => {
  const mails: Mail[] = [];
  const dependencies = {
    ...{ table, mailer: { send: async (mail: Mail) => void mails.push(mail) }, now: () => state.now() },
    ...{ leaseSeconds: 30, staffSiteUrl: 'x', intakeSiteUrl: 'https://report.example' },
  };
  const delivery = (draft_id: string) => ({
    envelope: {
      ...{ id: randomUUID(), organization_id, occurred_at: state.now().toISOString(), request_id: 'test' },
      payload: { draft_id, funeral_home_id: home.id },
    },
  });
  return {
    mails,
    async key(draft: string): Promise<string> {
      await onReportDraftStored(dependencies)(delivery(draft));
      return new RegExp(`#go-on\\.${draft}\\.(\\S+)`).exec(mails.at(-1)?.text ?? '')?.[1] ?? '';
    },
    async code(draft: string): Promise<string> {
      await onDraftCodeAsked(dependencies)(delivery(draft));
      return /(?:Your code|Su código): (\S+)/.exec(mails.at(-1)?.text ?? '')?.[1] ?? '';
    },
  };
};

export const storedDraft = async (harness: Harness, tenant: Tenant, options: CallOptions = {}) => {
  const answer = await harness.call(keepDraft, { as: 'nobody', body: exampleDraft(tenant), ...options });
  const { draft, key: pageKey } = succeeded(answer).body as { draft: string; key: string };
  const by = draftMails(harness, tenant);
  const key = await by.key(draft);
  return { draft, pageKey, key, code: await by.code(draft), mails: by.mails };
};
