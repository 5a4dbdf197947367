import { areas } from '#domain/registry/endpoints.ts';
import { examplePdf, formWith } from '#tests/support/records/documents.ts';
import { exampleIntake } from '#tests/support/records/example-intake.ts';
import { asOwner, caseId, openPage, report, type World } from '#tests/support/records/example-records.ts';
import {
  exampleInquiry,
  exampleQuestion,
  managedForm,
  newFormSlug,
  openForm,
} from '#tests/support/records/managed-forms.ts';
import { exampleDraft, storedDraft } from '#tests/support/records/report-drafts.ts';
import { reportDeath, succeeded } from '#tests/support/records/reports.ts';
import { about, type Example } from './example.ts';

const formOf = async ({ harness, tenant }: World): Promise<string> => (await managedForm(harness, tenant)).id;
const openFormOf = async ({ harness, tenant }: World): Promise<string> => (await openForm(harness, tenant)).id;
const draftOf =
  (opens = false): Example =>
  async ({ harness, tenant, tokens }) => {
    const { draft, key, code } = await storedDraft(harness, tenant);
    tokens.push(key, code);
    return { as: 'nobody', body: { draft, key, ...(opens ? { code } : {}) } };
  };

export const intakeExamples = {
  'intake.funeralHome': async ({ tenant }) => ({ as: 'nobody', params: { slug: tenant.home.slug } }),
  'intake.submit': async ({ tenant, entered }) => ({
    as: 'nobody',
    body: { ...exampleIntake({ funeral_home_slug: tenant.home.slug }), ...entered.report },
  }),
  'intake.checkStatus': async ({ harness, tenant, entered }) => {
    const { reference, statusToken } = await reportDeath(harness, tenant, entered.report);
    return { as: 'nobody', params: { a: reference, b: statusToken } };
  },
  'intake.confirmFacts': async (world) => {
    const { harness } = world;
    const params = { id: await caseId(world) };
    const as = asOwner(world);
    const opened = await harness.call(areas['family-pages'].open, { as, params, body: { by: 'paper' } });
    const { page, code } = succeeded(opened).body as { page: { reference: string }; code: string };
    succeeded(await harness.call(areas['family-pages'].sendReview, { as, params }));
    await harness.projected();
    const body = { revision: 1, name: 'Karin Lindqvist', corrections: [], agreed: true };
    return { as: 'nobody', params: { a: page.reference, b: code }, body };
  },
  'intake.addPaper': async ({ harness, tenant, entered }) => {
    const { reference, statusToken } = await reportDeath(harness, tenant, entered.report);
    const { body, type } = await formWith({}, { name: 'Discharge.pdf', type: 'application/pdf', bytes: examplePdf() });
    const rawBody = Buffer.from(body, 'base64').toString();
    return { as: 'nobody', params: { a: reference, b: statusToken }, rawBody, headers: { 'content-type': type } };
  },
  'intake.inquire': async ({ harness, tenant }) => ({ as: 'nobody', body: await exampleInquiry(harness, tenant) }),
  'intake.keepDraft': async ({ tenant }) => ({ as: 'nobody', body: exampleDraft(tenant) }),
  'intake.askDraftCode': draftOf(),
  'intake.openDraft': draftOf(true),
  'intake.forgetDraft': draftOf(),
  'family-pages.get': about(caseId),
  'family-pages.update': about(caseId, { needs: ['photograph'], contact: 'Daniel Ames' }),
  'family-pages.open': about(caseId, { by: 'paper' }),
  'family-pages.close': about(openPage),
  'family-pages.review': about(openPage),
  'family-pages.sendReview': about(openPage),
  'submissions.list': async ({ tenant }) => ({ query: { funeral_home: tenant.home.id, status: 'new' } }),
  'submissions.get': about(report),
  'submissions.update': about(report, { alias: 'Hal' }),
  'submissions.delete': about(report),
  'submissions.markContacted': about(report),
  'submissions.convertToCase': about(report, {}),
  'submissions.attachToCase': async (world) => ({
    params: { id: await report(world) },
    body: { case: await caseId(world) },
  }),
  'managed-forms.list': async ({ tenant }) => ({ query: { funeral_home: tenant.home.id } }),
  'managed-forms.create': async ({ tenant }) => ({
    body: { funeral_home: tenant.home.id, name: 'Hospice partners', slug: newFormSlug() },
  }),
  'managed-forms.get': about(formOf),
  'managed-forms.update': about(formOf, { settings: { title: 'Tell us of a death', questions: [exampleQuestion()] } }),
  'managed-forms.publish': about(formOf),
  'managed-forms.unpublish': about(openFormOf),
  'managed-forms.archive': about(openFormOf),
  'managed-forms.version': async (world) => ({ params: { id: await openFormOf(world), number: '1' } }),
} satisfies Record<string, Example>;
