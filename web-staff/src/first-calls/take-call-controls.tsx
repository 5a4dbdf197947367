import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { CustomerRow } from '#domain/customers/customer.schema.ts';
import { relationships } from '#domain/shared/reference-data/relationships.ts';
import { localDateTime } from '#domain/shared/values/date-time.ts';
import { formatPhone, wholePhone } from '#domain/shared/values/phone.ts';
import { useApi } from '../api/api-context.ts';
import { customerSearchQuery } from '../customers/queries.ts';
import type { Answers, Question } from './first-call-text.ts';
import { Choice, Line, TimeLine, useAnswers, WholeName } from './take-call-inputs.tsx';
import classes from './take-call-page.module.css';
import type { Night } from './use-first-call-draft.ts';

const MatchingCustomers = ({
  phone,
  chosen,
  onTake,
}: {
  phone: string;
  chosen: string | undefined;
  onTake: (customer: CustomerRow) => void;
}) => {
  const call = useApi();
  const [digits = ''] = useDebouncedValue(wholePhone(phone), 300);
  const found = useQuery({ ...customerSearchQuery(call, digits), enabled: digits !== '' });
  // The length of a foreign number does not show whether it is complete.
  const known = (found.data ?? [])
    .filter((customer) => digits && wholePhone(customer.phone ?? '') === digits)
    .slice(0, 3);
  if (known.length === 0) return null;
  return (
    <div className={classes.callers} role="status">
      <p className={classes.hint}>Existing customer with this number:</p>
      {known.map((customer) => (
        <button
          key={customer.id}
          type="button"
          className={classes.choice}
          aria-pressed={chosen === customer.id}
          onClick={() => onTake(customer)}
        >
          {customer.full_name}
          {customer.city && `, ${customer.city}`}
        </button>
      ))}
    </div>
  );
};

interface ControlsProps {
  night: Night;
  onNext: () => void;
}

export const TakeFirstCallControls = ({ question, ...props }: ControlsProps & { question: Question }) => {
  const Controls = controls[question.id] ?? Nothing;
  return <Controls {...props} />;
};

const Nothing = () => null;

const Name = ({ night }: ControlsProps) => {
  const { answers, set } = useAnswers(night, 'name');
  return (
    <>
      <div className={classes.lines}>
        <Line
          label="First name"
          value={answers.deceased_first_name}
          maxLength={100}
          onChange={(deceased_first_name) => set({ deceased_first_name })}
        />
        <Line
          label="Middle name"
          value={answers.deceased_middle_name}
          maxLength={100}
          onChange={(deceased_middle_name) => set({ deceased_middle_name })}
        />
        <Line
          label="Last name"
          value={answers.deceased_last_name}
          maxLength={100}
          onChange={(deceased_last_name) => set({ deceased_last_name })}
        />
      </div>
      <WholeName of="deceased" answers={answers} onChange={(deceased_whole_name) => set({ deceased_whole_name })} />
    </>
  );
};

const Born = ({ night }: ControlsProps) => {
  const { answers, set } = useAnswers(night, 'born');
  return (
    <div className={classes.lines}>
      <Line
        label="Date of birth"
        type="date"
        max={night.clock().today}
        value={answers.date_of_birth}
        onChange={(date_of_birth) => set({ date_of_birth })}
      />
    </div>
  );
};

const Died = ({ night, onNext }: ControlsProps) => {
  const { answers, set } = useAnswers(night, 'died');
  const { today, yesterday, time } = night.clock();
  const on = (date_of_death: string) => set({ date_of_death });
  const now = () => {
    set({ date_of_death: today, time_of_death: time });
    onNext();
  };
  return (
    <>
      <div className={classes.choices}>
        <Choice onClick={now}>Now</Choice>
        <Choice pressed={answers.date_of_death === today} onClick={() => on(today)}>
          Today
        </Choice>
        <Choice pressed={answers.date_of_death === yesterday} onClick={() => on(yesterday)}>
          Yesterday
        </Choice>
      </div>
      <div className={classes.lines}>
        <Line label="Date" type="date" max={today} value={answers.date_of_death} onChange={on} />
        <TimeLine label="Time" value={answers.time_of_death} onChange={(time_of_death) => set({ time_of_death })} />
      </div>
    </>
  );
};

const Place = ({ night }: ControlsProps) => {
  const { answers, set } = useAnswers(night, 'place');
  return (
    <div className={classes.lines}>
      <Line
        label="Location and room"
        value={answers.place_of_death}
        maxLength={200}
        onChange={(place_of_death) => set({ place_of_death })}
      />
      <Line
        label="Street"
        value={answers.death_address}
        maxLength={100}
        onChange={(death_address) => set({ death_address })}
      />
      <Line label="City" value={answers.death_city} maxLength={50} onChange={(death_city) => set({ death_city })} />
    </div>
  );
};

const Kin = ({ night }: ControlsProps) => {
  const { answers, set } = useAnswers(night, 'kin');
  const id = useId();
  // Another name is not the customer that was chosen by the number.
  const rename = (name: Answers) => set({ ...name, kin_customer: '' });
  return (
    <>
      <div className={classes.lines}>
        <Line
          label="First name"
          value={answers.kin_first_name}
          maxLength={100}
          onChange={(kin_first_name) => rename({ kin_first_name })}
        />
        <Line
          label="Last name"
          value={answers.kin_last_name}
          maxLength={100}
          onChange={(kin_last_name) => rename({ kin_last_name })}
        />
        <div className={classes.line}>
          <label htmlFor={id}>Relationship</label>
          <select
            id={id}
            value={answers.kin_relationship ?? ''}
            onChange={(event) => set({ kin_relationship: event.currentTarget.value })}
          >
            <option value="">Please select</option>
            {relationships.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </div>
      </div>
      <WholeName of="kin" answers={answers} onChange={(kin_whole_name) => set({ kin_whole_name })} />
    </>
  );
};

const Phone = ({ night }: ControlsProps) => {
  const { answers, set } = useAnswers(night, 'phone');
  const typed = answers.kin_phone ?? '';
  const take = ({ id, first_name, last_name }: CustomerRow) =>
    set({ kin_customer: id, kin_first_name: first_name, kin_last_name: last_name });
  return (
    <>
      <div className={classes.lines}>
        <Line
          label="Phone number"
          type="tel"
          inputMode="tel"
          maxLength={20}
          value={formatPhone(typed)}
          onChange={(kin_phone) => set({ kin_phone, kin_customer: '' })}
        />
      </div>
      <MatchingCustomers phone={typed} chosen={answers.kin_customer} onTake={take} />
    </>
  );
};

const Pacemaker = ({ night, onNext }: ControlsProps) => {
  const { answers, set } = useAnswers(night, 'pacemaker');
  const say = (has_pacemaker: string) => {
    set({ has_pacemaker });
    onNext();
  };
  return (
    <div className={classes.choices}>
      <Choice pressed={answers.has_pacemaker === 'yes'} onClick={() => say('yes')}>
        Yes
      </Choice>
      <Choice pressed={answers.has_pacemaker === 'no'} onClick={() => say('no')}>
        No
      </Choice>
    </div>
  );
};

const hour = 3_600_000;

const Arrival = ({ night, onNext }: ControlsProps) => {
  const { answers, set } = useAnswers(night, 'arrival');
  const { at, today, time } = night.clock();
  const later = localDateTime(night.home.time_zone, new Date(Date.now() + hour));
  const chosen = answers.removal_expected_at ?? '';
  const say = (removal_expected_at: string) => {
    set({ removal_expected_at });
    onNext();
  };
  const atTime = (typed: string) => {
    const tomorrow = localDateTime(night.home.time_zone, new Date(Date.now() + 24 * hour)).slice(0, 10);
    // Without AM or PM the day is unknown; the time waits with today's date.
    const isPast = /^\d\d:\d\d$/.test(typed) && typed < time;
    set({ removal_expected_at: typed && `${isPast ? tomorrow : today}T${typed}` });
  };
  return (
    <>
      <div className={classes.choices}>
        <Choice pressed={chosen === at} onClick={() => say(at)}>
          Now
        </Choice>
        <Choice pressed={chosen === later} onClick={() => say(later)}>
          In 1 hour
        </Choice>
      </div>
      <div className={classes.lines}>
        <TimeLine label="At another time" value={chosen.slice(11)} onChange={atTime} />
      </div>
    </>
  );
};

const controls: Readonly<Record<string, (props: ControlsProps) => React.ReactNode>> = {
  name: Name,
  born: Born,
  died: Died,
  place: Place,
  kin: Kin,
  phone: Phone,
  pacemaker: Pacemaker,
  arrival: Arrival,
};
