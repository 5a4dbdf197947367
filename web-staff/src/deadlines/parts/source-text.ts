import type { RuleSource } from '#domain/deadlines/rule-builders.ts';
import { formatDate } from '#domain/shared/values/calendar-date.ts';

const reliabilities: Readonly<Record<RuleSource['reliability'], string>> = {
  primary: 'confirmed in the statute',
  secondary: 'from a secondary source',
  own: 'not yet confirmed; verify before relying on it',
  house: 'no law asks for it',
};

/** 'Florida Statutes 497.607; confirmed in the statute; reviewed Nov 28, 2026.' */
export const sourceText = ({ text, reliability, reviewed }: RuleSource): string =>
  `${text}; ${reliabilities[reliability]}; reviewed ${formatDate(reviewed)}.`;
