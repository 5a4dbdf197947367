import type { CaseSectionValues } from '#domain/cases/sections/case-sections.ts';
import { canonicalAnswers } from '#domain/intake/intake.rules.ts';
import { toCaseSections } from '#domain/intake/submission-to-case.ts';
import { todayIn } from '#domain/shared/values/calendar-date.ts';
import { priceListKinds, publishBlockers } from '#domain/statements/price-lists/price-list-rules.ts';
import type { CaseRecord, CaseSections } from '#functions/cases/repository/cases.ts';
import { withCustomers } from '#functions/cases/shared/create-case.ts';
import type { SubmissionRecord } from '#functions/intake/repository/submissions.ts';
import type { Write } from '#functions/platform/store/table.ts';
import type { SealedSsn } from '#functions/ssn/repository.ts';
import { listChanges } from '#functions/statements/price-lists/routes.ts';
import { printedOf } from '#functions/statements/price-lists/shared/present-price-list.ts';
import type { PriceListRecord } from '#functions/statements/repository/price-lists.ts';
import { priceLevels } from './contracts.ts';
import type { DemoCase, DemoFirstCall, DemoHome, DemoOrganization, DemoSubmission } from './demo-organization.ts';
import { atLevel, demoContainers, demoPriceLists } from './price-lists.data.ts';
import { answersOf, type Report } from './report.ts';
import { type Database, demoId, type Seeding } from './seeding.ts';
import { convertedFirstCall, submissionOf, submissionWrites } from './submission-records.ts';

/** In effect since shortly after the organizations started, so that they apply to every demo case. */
const inForceHours = 395 * 24;
/** Returns the three price lists of a location, in effect. Throws if the rules reject one. */
const priceListsOf = (seeding: Seeding, { slug }: DemoHome, by: string): PriceListRecord[] => {
  const home = seeding.home(slug);
  const level = priceLevels[slug] ?? 100;
  const at = seeding.instant(inForceHours);
  return priceListKinds.map((kind) => {
    const items = demoPriceLists[kind].map(({ code, description, fills, price, to, includes = '' }) => ({
      id: demoId('price-list', `${slug} ${kind} ${code}`),
      code,
      description,
      fills,
      includes,
      price_cents: atLevel(price, level),
      price_to_cents: to === undefined ? null : atLevel(to, level),
    }));
    const record: PriceListRecord = {
      id: demoId('price-list', `${slug} ${kind}`),
      organization_id: seeding.organizationId,
      funeral_home_id: home.id,
      version: 2,
      kind,
      effective_from: todayIn(home.time_zone, new Date(at)),
      published_at: at,
      published_by_name: by,
      copy_of: null,
      containers: kind === 'general' ? demoContainers : '',
      items,
      printed: null,
      created_at: at,
      updated_at: at,
      updated_by_name: by,
    };
    const problems = publishBlockers(record, { address: home.address, phone: home.phone ?? '' });
    if (problems.length) throw new Error(`The price lists of ${slug}: ${problems.join(' ')}`);
    return { ...record, printed: printedOf(record, home) };
  });
};

/** Writes the price lists of all locations, as the owner put them into effect, without events. */
export const seedPriceLists = async (seeding: Seeding, { homes, staff: [owner] }: DemoOrganization): Promise<void> => {
  if (!owner) return;
  const db = seeding.databaseAs(owner.email, inForceHours);
  for (const home of homes) {
    const { id } = seeding.home(home.slug);
    const lists = priceListsOf(seeding, home, seeding.staffName(owner.email));
    await db.commit(
      lists.flatMap((list) => [
        db.priceLists.create(list),
        db.audit.entry('price_list.created', id, listChanges(undefined, { ...list, effective_from: null })),
        db.audit.entry('price_list.put_in_force', id, [...listChanges({ ...list, effective_from: null }, list)]),
      ]),
    );
  }
};

/** Who cancelled a case, and when: its last change. */
const cancellationOf = (seeding: Seeding, { status, actions = [] }: DemoCase) => {
  const last = actions.at(-1);
  if (status !== 'cancelled' || !last) return {};
  return { cancelled_at: seeding.instant(last.hours), cancelled_by_name: seeding.staffName(last.by) };
};

/** Writes a case with its number, and its submission, in one transaction: each takes the next number of its location. */
export const seedCase = async (
  seeding: Seeding,
  demo: DemoCase,
  submissions: readonly DemoSubmission[],
  firstCall: DemoFirstCall | undefined,
): Promise<void> => {
  const home = seeding.home(demo.home);
  const db = seeding.databaseAs(demo.by, demo.created);
  const created_at = seeding.instant(demo.created);
  const opened_on = todayIn(home.time_zone, new Date(created_at));
  const year = Number(opened_on.slice(0, 4));
  const next = await db.cases.nextNumber(home.id, year, home.case_numbering);
  const { sections, sealed, submission } = await contentOf(seeding, demo, submissions);
  const { actions = [] } = demo;
  const caseRecord: CaseRecord = {
    id: demoId('case', demo.name),
    organization_id: seeding.organizationId,
    case_number: next.number,
    status: demo.status,
    version: 1 + actions.length,
    created_at,
    opened_on,
    updated_at: seeding.instant(actions.at(-1)?.hours ?? demo.created),
    created_by_id: seeding.staffId(demo.by),
    created_by_name: seeding.staffName(demo.by),
    funeral_home_id: home.id,
    source_submission_id: submission?.record.id ?? null,
    source_first_call_id: firstCall ? demoId('first-call', firstCall.name) : null,
    ssn_id: sealed?.ssn_id ?? null,
    ssn_last4: sealed?.last4 ?? null,
    paid_cents: 0,
    customers: {},
    ...cancellationOf(seeding, demo),
  };
  const work = db.quietWork();
  const named = await withCustomers({ db, work, now: new Date(created_at) }, caseRecord.id, {
    sections,
    newId: ({ first_name, last_name, phone }) => demoId('customer', `${first_name} ${last_name} ${phone}`),
  });
  const source = submission ? [{ field: 'source_submission_id', from: null, to: submission.record.id }] : [];
  const actionEntries = actions.map(({ hours, by, action, changes }) =>
    seeding.databaseAs(by, hours).audit.entry(action, caseRecord.id, changes),
  );
  const sheet = firstCall ? await convertedFirstCall(seeding, firstCall, caseRecord) : [];
  const rest = submission
    ? conversionWrites(seeding, caseRecord, submission, sealed, db)
    : sealed && db.ssn.put(sealed);
  await work
    .add(
      db.cases.create({ ...caseRecord, customers: named.customers }, named.sections),
      db.cases.advance(home.id, year, next),
    )
    .audit('case.created', caseRecord.id, source)
    .add(actionEntries, rest, sheet)
    .finish(undefined);
};

interface Content {
  sections: CaseSections;
  sealed: SealedSsn | undefined;
  submission?: { demo: DemoSubmission; record: SubmissionRecord };
}

const contentOf = async (
  seeding: Seeding,
  { name, from, sections, money, relatives = [] }: DemoCase,
  submissions: readonly DemoSubmission[],
): Promise<Content> => {
  const entered = merged(sections, money?.sections ?? {});
  if (!('submission' in from)) {
    const { reported, sealed } = await reportedToStaff(seeding, from);
    return { sections: withRelatives(merged(reported, entered), relatives), sealed };
  }
  const demo = submissions.find((submission) => submission.name === from.submission);
  if (!demo) throw new Error(`The case ${name} is made of a submission that is not there`);
  const { record, sealed } = await submissionOf(seeding, demo);
  const content = withRelatives(merged(sectionsOf(record), entered), relatives);
  return { sections: content, sealed, submission: { demo, record } };
};

const withRelatives = (sections: CaseSections & CaseSectionValues, relatives: NonNullable<DemoCase['relatives']>) => {
  const { informant } = sections;
  const next_of_kins = [...((informant?.next_of_kins as unknown[]) ?? []), ...relatives];
  return { ...sections, informant: { ...informant, next_of_kins } } as CaseSections & CaseSectionValues;
};

/**
 * Returns the case sections that a report fills in. Staff have asked for the service that the family did not choose.
 */
const sectionsOf = ({ form, ...report }: Parameters<typeof toCaseSections>[0]): ReturnType<typeof toCaseSections> =>
  toCaseSections({ ...report, form: { ...form, service_type: form.service_type ?? 'traditional' } });

/** Returns the answers of a report, without submission fields. */
const reportedToStaff = async ({ cipher, now, organizationId }: Seeding, report: Report) => {
  const answers = canonicalAnswers(answersOf(report), todayIn('UTC', now), {});
  const {
    social_security_number: ssn,
    submitter_email,
    submitter_phone,
    preferred_contact_time,
    consent,
    ...form
  } = answers;
  const sealed = typeof ssn === 'string' ? await cipher.seal(organizationId, ssn) : undefined;
  return { reported: sectionsOf({ form }), sealed };
};

const conversionWrites = (
  seeding: Seeding,
  caseRecord: CaseRecord,
  { demo, record }: NonNullable<Content['submission']>,
  sealed: SealedSsn | undefined,
  db: Database,
): Write[] => {
  const converted: SubmissionRecord = {
    ...record,
    status: 'converted',
    case_id: caseRecord.id,
    case_number: caseRecord.case_number,
    updated_at: caseRecord.created_at,
    version: record.version + 1,
  };
  const change = { field: 'case_number', from: null, to: caseRecord.case_number };
  return [
    ...submissionWrites(seeding, demo, converted, sealed),
    db.audit.entry('submission.converted', record.id, [change]),
  ];
};

const merged = (reported: CaseSectionValues, entered: CaseSectionValues): CaseSections & CaseSectionValues =>
  Object.fromEntries(
    [...new Set([...Object.keys(reported), ...Object.keys(entered)])]
      .map((id) => {
        const section = id as keyof CaseSectionValues;
        return [id, { ...reported[section], ...entered[section] }] as const;
      })
      .filter(([, values]) => Object.keys(values).length),
  );
