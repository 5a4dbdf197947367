import { Anchor } from '@mantine/core';
import { IconPhone } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { FirstCall } from '#domain/first-calls/first-call.schema.ts';
import { fullName } from '#domain/shared/values/person-name.ts';
import { paths } from '../paths.ts';
import { Notice } from '../ui/feedback/notice.tsx';
import { PhoneLink } from '../ui/fields/field-list.tsx';
import { TimeAgo } from '../ui/time/time-ago.tsx';
import { exactTime } from '../ui/time/time-text.ts';
import { deceasedName, localTimeText, relationshipOf } from './first-call-text.ts';
import classes from './sheet.module.css';

/** Whom to call, when we come, and what else is known of the call. */
export const SheetSidebar = ({ sheet, today }: { sheet: FirstCall; today: string }) => (
  <aside className={classes.aside} aria-label="Contact and history">
    {sheet.has_pacemaker === true && (
      <Notice tone="warning" title="Pacemaker">
        Pacemaker must be removed before cremation
      </Notice>
    )}
    <Duplicates sheet={sheet} />
    <Contact sheet={sheet} today={today} />
    <History sheet={sheet} />
  </aside>
);

const Duplicates = ({ sheet }: { sheet: FirstCall }) =>
  sheet.possible_duplicates.length > 0 && (
    <Notice tone="warning" title="This may be recorded twice">
      Other open first calls seem to speak of the same death:
      <ul className={classes.list}>
        {sheet.possible_duplicates.map((other) => (
          <li key={other.id}>
            <Anchor component={Link} to={paths.firstCall(other.id)} inherit underline="always">
              {deceasedName(other.deceased_full_name)}
            </Anchor>
            , <TimeAgo at={other.created_at} />
          </li>
        ))}
      </ul>
    </Notice>
  );

const Contact = ({ sheet, today }: { sheet: FirstCall; today: string }) => {
  const [nextOfKin] = sheet.next_of_kins;
  const name = fullName(nextOfKin?.first_name, nextOfKin?.last_name);
  return (
    <section className={classes.panel} aria-labelledby="contact-title">
      <h2 id="contact-title" className={classes.panelTitle}>
        Whom to call
      </h2>
      {name ? (
        <>
          <div className={classes.person}>{name}</div>
          <div>{relationshipOf(nextOfKin?.relationship)}</div>
        </>
      ) : (
        <div>{sheet.contact_person || 'Nobody is named yet'}</div>
      )}
      {(nextOfKin?.phone || sheet.death_location_phone) && (
        <div className={classes.phone}>
          <IconPhone size={18} stroke={1.6} aria-hidden />
          <PhoneLink phone={nextOfKin?.phone || sheet.death_location_phone || ''} />
        </div>
      )}
      {sheet.removal_expected_at && (
        <p className={classes.note}>The family expects us: {localTimeText(sheet.removal_expected_at, today)}</p>
      )}
    </section>
  );
};

const History = ({ sheet }: { sheet: FirstCall }) => (
  <section className={`${classes.panel} ${classes.history}`} aria-labelledby="history-title">
    <h2 id="history-title" className={classes.panelTitle}>
      History
    </h2>
    <div>
      Taken <TimeAgo at={sheet.created_at} />
      {sheet.created_by_name && ` by ${sheet.created_by_name}`}
    </div>
    <div className={classes.dim}>{exactTime(sheet.created_at)}</div>
    {sheet.version > 1 && (
      <p className={classes.note}>
        Last changed <TimeAgo at={sheet.updated_at} />
        {sheet.updated_by_name && ` by ${sheet.updated_by_name}`}
      </p>
    )}
    {sheet.case_id && (
      <p className={classes.note}>
        Became case{' '}
        <Anchor component={Link} to={paths.case(sheet.case_id)} inherit underline="always">
          {sheet.case_number}
        </Anchor>
      </p>
    )}
  </section>
);
