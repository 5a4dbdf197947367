import type { ReactNode } from 'react';
import classes from './key-facts.module.css';

export interface KeyFact {
  label: string;
  value: ReactNode;
}

/** Unknown facts take no space. */
export const KeyFacts = ({ facts }: { facts: readonly KeyFact[] }) => {
  const knownFacts = facts.filter(
    ({ value }) => value !== undefined && value !== null && value !== '' && value !== false,
  );
  if (knownFacts.length === 0) return null;
  return (
    <dl className={classes.facts}>
      {knownFacts.map(({ label, value }) => (
        <div key={label} className={classes.fact}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
};
