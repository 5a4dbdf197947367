import type { Language } from '#domain/shared/values/language.ts';
import { hashOfCode, newCode } from '#functions/families/repository/family-codes.ts';
import { sharedKeys } from '#functions/platform/store/shared-keys.ts';
import type { Table } from '#functions/platform/store/table.ts';
import { familyEmailText, inLanguage } from './family-email-text.ts';

/** Nobody asks under this reference any more. */
class ReferenceGone extends Error {}

/** What a family sees its page with. */
export interface FamilyAccess {
  reference: string;
  code: string;
  link: string;
}

/**
 * A code for a mail: made here, kept as a hash, and nowhere else but in the mail. The code that the page showed right after
 * the report counts beside it; a mail that has to be sent again ends the code of the one before. Undefined where the
 * reference is gone.
 */
export const issueEmailCode = async (
  { table, intakeSiteUrl }: { table: Table; intakeSiteUrl: string },
  reference: string,
): Promise<FamilyAccess | undefined> => {
  const code = newCode();
  const set = { mailed_hash: hashOfCode(code) };
  try {
    const refused = () => new ReferenceGone();
    await table.transact([{ update: sharedKeys.reportStatus(reference), set, when: 'exists', refused }]);
  } catch (error) {
    if (error instanceof ReferenceGone) return undefined;
    throw error;
  }
  return { reference, code, link: `${intakeSiteUrl}/status/${reference}` };
};

/** How the family gets to its page, in its language. */
export const accessInstructions = ({ reference, code, link }: FamilyAccess, language: Language): string[] => {
  const { access: words } = familyEmailText[language];
  return [words.see, inLanguage(link, language), words.reference(reference), words.code(code), words.share];
};
