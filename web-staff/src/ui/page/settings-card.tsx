import { type ReactNode, useId } from 'react';
import classes from './settings-card.module.css';

export const SettingsCards = ({ children }: { children: ReactNode }) => <div className={classes.cards}>{children}</div>;

interface SettingsCardProps {
  title: string;
  lead?: string;
  children: ReactNode;
  actions?: ReactNode;
}

/** A section of a settings page, read-only until edited. */
export const SettingsCard = ({ title, lead, children, actions }: SettingsCardProps) => {
  const heading = useId();
  return (
    <section className={classes.card} aria-labelledby={heading}>
      <h2 id={heading} className={classes.title}>
        {title}
      </h2>
      {lead && <p className={classes.lead}>{lead}</p>}
      {children}
      {actions && <div className={classes.actions}>{actions}</div>}
    </section>
  );
};

export const SettingsFacts = ({ facts }: { facts: readonly { label: string; value: ReactNode }[] }) => (
  <dl className={classes.facts}>
    {facts.map(({ label, value }) => [<dt key={`${label}-name`}>{label}</dt>, <dd key={`${label}-value`}>{value}</dd>])}
  </dl>
);
