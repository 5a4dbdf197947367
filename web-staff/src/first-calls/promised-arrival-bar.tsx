import { Anchor } from '@mantine/core';
import { IconPhone } from '@tabler/icons-react';
import type { FirstCall } from '#domain/first-calls/first-call.schema.ts';
import type { PromisedArrival } from '#domain/first-calls/promised-arrival.ts';
import { formatPhone, telHref } from '#domain/shared/values/phone.ts';
import { useCan } from '../team/parts/current-user.ts';
import { Chip } from '../ui/chip.tsx';
import { TimeAgo } from '../ui/time/time-ago.tsx';
import { deceasedName, localTimeText } from './first-call-text.ts';
import { MapLink, RemovalSteps } from './parts/removal-steps.tsx';
import classes from './sheet.module.css';

interface PromisedArrivalBarProps {
  sheet: FirstCall;
  arrival: PromisedArrival;
  today: string;
}

/** Where the team must be and by when, with what it does next. */
export const PromisedArrivalBar = ({ sheet, arrival, today }: PromisedArrivalBarProps) => {
  const mayRecord = useCan()('first-call:edit');
  const { place_of_death: place, death_address, death_city, death_state } = sheet;
  const address = [place, death_address, death_city, death_state].filter(Boolean).join(', ');
  const [family] = sheet.next_of_kins;
  const calls = [
    { name: sheet.contact_person, phone: sheet.death_location_phone },
    { name: family?.first_name, phone: family?.phone },
  ];
  return (
    <section className={classes.promise} aria-label="Promised arrival">
      <div className={classes.promiseText}>
        <strong>Be there by {localTimeText(`${arrival.day}T${arrival.time}`, today)}</strong>
        {arrival.minutesLeft < 0 && <Chip tone="danger">Late</Chip>}
        {place && <span>{place}</span>}
        {address && <MapLink place={address} />}
        {calls.map(
          ({ name, phone }) =>
            phone && (
              <Anchor key={phone} href={telHref(phone)} inherit>
                <IconPhone size={14} stroke={1.6} aria-hidden /> Call {name}{' '}
                <span style={{ whiteSpace: 'nowrap' }}>{formatPhone(phone)}</span>
              </Anchor>
            ),
        )}
        {sheet.removal_left_at && (
          <span className={classes.dim}>
            En route since <TimeAgo at={sheet.removal_left_at} />
          </span>
        )}
      </div>
      {mayRecord && (
        <div className={classes.promiseSteps}>
          <RemovalSteps removal={sheet} name={deceasedName(sheet.deceased_full_name)} filled />
        </div>
      )}
    </section>
  );
};
