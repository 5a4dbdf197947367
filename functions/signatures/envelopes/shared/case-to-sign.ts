import { deceasedName } from '#domain/cases/case-row.ts';
import { sectionsWithCoreValues } from '#domain/cases/sections-with-core.ts';
import { languageOfFamily } from '#domain/families/family-language.ts';
import { todayIn } from '#domain/shared/values/calendar-date.ts';
import type { Language } from '#domain/shared/values/language.ts';
import type { FactsOfCase } from '#domain/signatures/case-sources.ts';
import type { SigningFacts } from '#functions/signatures/repository/signing-sources.ts';
import type { StoredStatement } from '#functions/statements/repository/statements.ts';

/** What papers of a case are made of, as it stands now. */
export interface CaseToSign {
  core: Awaited<ReturnType<SigningFacts['case']>>['core'];
  facts: FactsOfCase;
  deceased_name: string;
  /** In which the family is written to. */
  language: Language;
  statements: readonly StoredStatement[];
}

interface Database {
  signingFacts: SigningFacts;
  statements: { ofCase: (caseId: string) => Promise<StoredStatement[]> };
}

/** A case with everything that its papers can say. Throws 404 for one that is not there. */
export const caseToSign = async (db: Database, id: string, now: Date): Promise<CaseToSign> => {
  const [{ core, sections, familyLanguage }, statements] = await Promise.all([
    db.signingFacts.case(id),
    db.statements.ofCase(id),
  ]);
  const home = await db.signingFacts.home(core.funeral_home_id);
  const newest = statements.at(-1)?.record;
  const known = sectionsWithCoreValues({ ...core, funeral_home_name: home.name }, sections);
  return {
    core,
    statements,
    deceased_name: deceasedName(known.deceased),
    language: languageOfFamily(known.informant, familyLanguage, core.family?.language),
    facts: {
      ...{ case_number: core.case_number, sections: known, home, today: todayIn(home.time_zone, now) },
      statement: newest && {
        ...{ statement_number: newest.statement_number, version: newest.version },
        complete_total: newest.content.totals.complete_total,
      },
    },
  };
};
