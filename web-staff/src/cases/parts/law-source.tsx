import { Anchor } from '@mantine/core';
import { addressOfLaw } from '#domain/deadlines/law-address.ts';
import type { RuleSource } from '#domain/deadlines/rule-builders.ts';
import { sourceText } from './case-text.ts';

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
