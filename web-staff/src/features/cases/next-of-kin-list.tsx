import { displayValue } from '#domain/forms/display.ts';
import { knownRelationships } from '#domain/reference-data/relationships.ts';
import { PersonCard } from '../../ui/person-card.tsx';
import classes from './case-page.module.css';

type Kin = Readonly<Record<string, unknown>>;

/** The entries of `next_of_kins`, whatever else a case may hold under that name. */
export const kinOf = (value: unknown): readonly Kin[] =>
  Array.isArray(value)
    ? value.filter((entry) => entry !== null && typeof entry === 'object' && !Array.isArray(entry))
    : [];

const joined = (kin: Kin, separator: string, ...names: string[]): string =>
  names
    .map((name) => kin[name])
    .filter((part) => typeof part === 'string' && part !== '')
    .join(separator);

/** A text of one next of kin. */
export const kinText = (kin: Kin, ...names: string[]): string => joined(kin, ' ', ...names);

/** 'Daughter' for 'daughter'. */
export const relationshipOf = (kin: Kin): string =>
  displayValue({ kind: 'select', options: knownRelationships }, kin.relationship);

/** The next of kin of a case; the first one is the primary contact (D2 §3). */
export const NextOfKinList = ({ kin }: { kin: readonly Kin[] }) => (
  <>
    <h3 className={classes.subhead}>Next of kin</h3>
    <ul className={classes.kin}>
      {kin.map((person, index) => {
        const street = joined(person, ', ', 'address_street', 'address_apt') || joined(person, '', 'address');
        const place = `${joined(person, ', ', 'city', 'state')} ${joined(person, '', 'zip_code')}`.trim();
        return (
          <li key={joined(person, ' ', 'relationship', 'first_name', 'last_name', 'phone', 'email')}>
            <PersonCard
              relation={[relationshipOf(person), index === 0 ? 'primary contact' : ''].filter(Boolean).join(' · ')}
              name={kinText(person, 'first_name', 'middle_name', 'last_name') || 'Name not given'}
              phone={kinText(person, 'phone')}
              email={kinText(person, 'email')}
              address={[street, place].filter(Boolean).join(', ')}
            />
          </li>
        );
      })}
    </ul>
  </>
);
