import { displayValue } from '#domain/forms/display.ts';
import { knownRelationships } from '#domain/reference-data/relationships.ts';
import { EmailLink, PhoneLink } from '../../ui/fields/field-list.tsx';
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

/** The next of kin of a case; the first one is the primary contact (D2 §3). */
export const NextOfKinList = ({ kin }: { kin: readonly Kin[] }) => (
  <>
    <h3 className={classes.subhead}>Next of kin</h3>
    <ul className={classes.kin}>
      {kin.map((person, index) => {
        const name = joined(person, ' ', 'first_name', 'middle_name', 'last_name');
        const street = joined(person, ', ', 'address_street', 'address_apt') || joined(person, '', 'address');
        const place = joined(person, ', ', 'city', 'state');
        return (
          <li
            key={joined(person, ' ', 'relationship', 'first_name', 'last_name', 'phone', 'email')}
            className={classes.person}
          >
            <div className={classes.name}>{name || 'Name not given'}</div>
            <div>
              {displayValue({ kind: 'select', options: knownRelationships }, person.relationship)}
              {index === 0 && ' · primary contact'}
            </div>
            <div>
              <PhoneLink phone={joined(person, '', 'phone')} />
            </div>
            <div>
              <EmailLink email={joined(person, '', 'email')} />
            </div>
            <div>{[street, `${place} ${joined(person, '', 'zip_code')}`.trim()].filter(Boolean).join(', ')}</div>
          </li>
        );
      })}
    </ul>
  </>
);
