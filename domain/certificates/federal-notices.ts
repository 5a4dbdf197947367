import { primarySource, type RuleSource, secondarySource } from '#domain/deadlines/rule-builders.ts';
import { isYes } from '#domain/shared/forms/field.ts';
import type { Values } from '#domain/shared/forms/rules.ts';

/** A sentence for staff about a federal office. Not legal advice. */
interface FederalNotice {
  readonly text: string;
  readonly source: RuleSource;
}

/** By type of certificate: either the state's system or the home notifies Social Security. */
const ofSocialSecurity: Readonly<Record<string, FederalNotice>> = {
  electronic: {
    text: 'Do not send Form SSA-721 if the state’s electronic system verified the Social Security number. Send it if not. Give the survivor pages to the family either way.',
    source: primarySource('Form SSA-721 (06-2021); New York State Department of Health, electronic registration'),
  },
  paper: {
    text: 'Send Form SSA-721, Statement of Death by Funeral Director, to Social Security. Give the survivor pages to the family.',
    source: primarySource('Form SSA-721 (06-2021)'),
  },
};

const ofVeteransAffairs: readonly FederalNotice[] = [
  {
    text: 'Arrange national cemetery burial with the National Cemetery Scheduling Office, 1-800-535-1117. Form 40-10007 is for pre-need only.',
    source: secondarySource('National Cemetery Administration'),
  },
  {
    text: 'Claim burial allowances with Form 21P-530EZ. A surviving spouse on file with the VA is paid automatically.',
    source: secondarySource('VA Form 21P-530EZ'),
  },
  { text: 'Request a headstone or marker with VA Form 40-1330.', source: secondarySource('VA Form 40-1330') },
  {
    text: 'Request a burial flag with Form 27-2008 before the burial. After it, explain in item 15 of the form why that was not possible.',
    source: primarySource('VA Form 27-2008'),
  },
];

/** Returns the notices about Social Security, by the values of the certificate's section. */
export const socialSecurityNotices = ({ death_cert_type: type }: Values): readonly FederalNotice[] => {
  const notice = typeof type === 'string' && Object.hasOwn(ofSocialSecurity, type) ? ofSocialSecurity[type] : undefined;
  return notice ? [notice] : [];
};

/** Returns the notices about the VA, by the values of the veteran's section. */
export const veteransNotices = ({ is_veteran }: Values): readonly FederalNotice[] =>
  isYes(is_veteran) ? ofVeteransAffairs : [];
