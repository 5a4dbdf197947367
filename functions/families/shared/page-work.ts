import { languageOfFamily } from '#domain/families/family-language.ts';
import { FamilyChoices as Choices, type FamilyChoices, type FamilyPage } from '#domain/families/family-page.schema.ts';
import { familyAddress } from '#domain/families/family-view.ts';
import type { MailProblem } from '#domain/shared/email/mail-problem.ts';
import { type Cases, cases, type StoredCase } from '#functions/cases/repository/cases.ts';
import {
  type FamilyPageRecord,
  type FamilyPages,
  familyPages,
  newFamilyPage,
  viewOfCase,
} from '#functions/families/repository/family-pages.ts';
import { type Submissions, submissions } from '#functions/intake/repository/submissions.ts';
import { type MailProblems, mailProblems } from '#functions/team/repository/mail-problems.ts';

export const needs = { cases, familyPages, submissions, mailProblems };

interface Records {
  cases: Cases;
  familyPages: FamilyPages;
  submissions: Submissions;
}

/** Why the code that was mailed last did not arrive; null also where the last one was given on paper. */
export const codeProblem = (
  db: { mailProblems: MailProblems },
  id: string,
  { asked_version: version }: FamilyPageRecord,
  now: Date,
): Promise<MailProblem | null> =>
  version === null ? Promise.resolve(null) : db.mailProblems.find({ mail: 'family-code', record: id, version }, now);

interface PageOfCase {
  kase: StoredCase;
  page: FamilyPageRecord;
  /** Whose it is, and since when the home knows of the death. */
  report: { funeral_home_id: string; submitted_at: string };
}

/** The case with its family's page, as it stands before anybody chose something where nobody did. */
export const pageOf = async (db: Records, caseId: string): Promise<PageOfCase> => {
  const [caseRecord, page] = await Promise.all([db.cases.require(caseId), db.familyPages.find(caseId)]);
  const { source_submission_id: source, funeral_home_id, created_at } = caseRecord.core;
  const submission = source ? await db.submissions.find(source) : undefined;
  return {
    kase: caseRecord,
    page: page ?? newFamilyPage(submission?.reference ?? null, submission?.language),
    report: { funeral_home_id, submitted_at: submission?.created_at ?? created_at },
  };
};

export const valuesOf = ({ sections }: StoredCase) =>
  Object.fromEntries(Object.entries(sections).map(([id, { values }]) => [id, values]));

export const addressOf = (caseRecord: StoredCase): string => familyAddress(valuesOf(caseRecord).informant);

export const presentPage = (
  caseRecord: StoredCase,
  page: FamilyPageRecord,
  mail_problem: MailProblem | null = null,
): FamilyPage => {
  const sections = valuesOf(caseRecord);
  const view = viewOfCase(caseRecord.core, sections, page);
  const language = languageOfFamily(sections.informant, page.language);
  return { ...page, language, mails_to: familyAddress(sections.informant), mail_problem, view };
};

const text = (value: FamilyChoices[keyof FamilyChoices]) => (Array.isArray(value) ? value.join(', ') : value);

/** For the trail of the case: what is shown differently now. */
export const choiceChanges = (before: FamilyChoices, next: FamilyChoices) =>
  (Object.keys(Choices.shape) as (keyof FamilyChoices)[])
    .map((name) => ({ field: `family.${name}`, from: text(before[name]), to: text(next[name]) }))
    .filter(({ from, to }) => from !== to);
