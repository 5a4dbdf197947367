import type { ReactNode } from 'react';
import classes from './key-facts.module.css';

export interface KeyFact {
  label: string;
  /** Omitted if unknown. */
  value: ReactNode;
}

/** Key facts at the top of a record; unknown ones take no space. */
export const KeyFacts = ({ facts }: { facts: readonly KeyFact[] }) => {
  const known = facts.filter(({ value }) => value !== undefined && value !== null && value !== '' && value !== false);
  if (known.length === 0) return null;
  return (
    <dl className={classes.facts}>
      {known.map(({ label, value }) => (
        <div key={label} className={classes.fact}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
};
