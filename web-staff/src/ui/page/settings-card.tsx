import { type ReactNode, useId } from 'react';
import classes from './settings-card.module.css';

/** The cards of a settings page, one below the other. */
export const SettingsCards = ({ children }: { children: ReactNode }) => <div className={classes.cards}>{children}</div>;

interface SettingsCardProps {
  title: string;
  children: ReactNode;
  /** Buttons below; none for who may only look. */
  actions?: ReactNode;
}

/** A part of a settings page, to be read first. */
export const SettingsCard = ({ title, children, actions }: SettingsCardProps) => {
  const heading = useId();
  return (
    <section className={classes.card} aria-labelledby={heading}>
      <h2 id={heading} className={classes.title}>
        {title}
      </h2>
      {children}
      {actions && <div className={classes.actions}>{actions}</div>}
    </section>
  );
};

/** What is set, name beside value. */
export const SettingsFacts = ({ facts }: { facts: readonly { label: string; value: ReactNode }[] }) => (
  <dl className={classes.facts}>
    {facts.map(({ label, value }) => [<dt key={`${label}-name`}>{label}</dt>, <dd key={`${label}-value`}>{value}</dd>])}
  </dl>
);
