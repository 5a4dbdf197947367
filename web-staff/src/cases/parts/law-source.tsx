import { Anchor } from '@mantine/core';
import { addressOfLaw } from '#domain/deadlines/law-address.ts';
import type { RuleSource } from '#domain/deadlines/rule-builders.ts';
import { formatDate } from '#domain/shared/values/calendar-date.ts';

const reliabilities: Readonly<Record<RuleSource['reliability'], string>> = {
  primary: 'confirmed in the statute',
  secondary: 'from a secondary source',
  own: 'not yet confirmed; verify before relying on it',
  house: 'no law asks for it',
};

/** 'Florida Statutes 497.607; confirmed in the statute; reviewed Nov 28, 2026.' */
const sourceText = ({ text, reliability, reviewed }: RuleSource): string =>
  `${text.replace(/\.$/, '')}; ${reliabilities[reliability]}; reviewed ${formatDate(reviewed)}.`;

/** A rule's source with its reliability and day of review; the citation leads to the law where it is public. */
export const LawSource = ({ source, isBrief = false }: { source: RuleSource; isBrief?: boolean }) => {
  const address = addressOfLaw(source.text);
  const text = isBrief ? source.text : sourceText(source);
  if (!address) return text;
  return (
    <Anchor href={address} target="_blank" rel="noreferrer" inherit underline="always">
      {text}
    </Anchor>
  );
};
