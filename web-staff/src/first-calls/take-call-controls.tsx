import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef } from 'react';
import type { CustomerRow } from '#domain/customers/customer.schema.ts';
import { relationships } from '#domain/shared/reference-data/relationships.ts';
import { localDateTime } from '#domain/shared/values/date-time.ts';
import { formatPhone, wholePhone } from '#domain/shared/values/phone.ts';
import { useApi } from '../api/api-context.ts';
import { customerSearchQuery } from '../customers/queries.ts';
import type { Question } from './first-call-text.ts';
import { AnswerLine, Choice, Line, TimeLine, useAnswers, WholeName } from './take-call-inputs.tsx';
import classes from './take-call-page.module.css';
import type { DraftCall } from './use-draft-call.ts';

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
  const query = useQuery({ ...customerSearchQuery(call, digits), enabled: digits !== '' });
  // The length of a foreign number does not show whether it is complete.
  const matches = (query.data ?? [])
    .filter((customer) => digits && wholePhone(customer.phone ?? '') === digits)
    .slice(0, 3);
  if (matches.length === 0) return null;
  return (
    <div className={classes.callers} role="status">
      <p className={classes.hint}>Existing customer with this number:</p>
      {matches.map((customer) => (
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
  draftCall: DraftCall;
  onNext: () => void;
}

export const TakeFirstCallControls = ({ question, ...props }: ControlsProps & { question: Question }) => {
  const Controls = controls[question.id] ?? Nothing;
  return <Controls {...props} />;
};

const Nothing = () => null;

const Name = ({ draftCall }: ControlsProps) => {
  const { answers, set } = useAnswers(draftCall, 'name');
  const line = { draftCall, question: 'name' };
  return (
    <>
      <div className={classes.lines}>
        <AnswerLine {...line} name="deceased_first_name" label="First name" maxLength={100} />
        <AnswerLine {...line} name="deceased_middle_name" label="Middle name" maxLength={100} />
        <AnswerLine {...line} name="deceased_last_name" label="Last name" maxLength={100} />
      </div>
      <WholeName of="deceased" answers={answers} onChange={(deceased_whole_name) => set({ deceased_whole_name })} />
    </>
  );
};

const Born = ({ draftCall }: ControlsProps) => (
  <div className={classes.lines}>
    <AnswerLine
      draftCall={draftCall}
      question="born"
      name="date_of_birth"
      label="Date of birth"
      type="date"
      max={draftCall.clock().today}
    />
  </div>
);

const Died = ({ draftCall, onNext }: ControlsProps) => {
  const { answers, set } = useAnswers(draftCall, 'died');
  const timeInput = useRef<HTMLInputElement>(null);
  const { at, today, yesterday, time } = draftCall.clock();
  const died = `${answers.date_of_death}T${answers.time_of_death}`;
  // A time since the call began is the one of Now, which is unknown on another day.
  const isStamped = died >= draftCall.clock(new Date(draftCall.call.startedAt)).at && died <= at;
  const on = (date_of_death: string) =>
    set({ date_of_death, ...(isStamped && date_of_death !== answers.date_of_death && { time_of_death: '' }) });
  const choose = (day: string) => {
    on(day);
    timeInput.current?.focus();
  };
  const now = () => {
    set({ date_of_death: today, time_of_death: time });
    onNext();
  };
  return (
    <>
      <div className={classes.choices}>
        <Choice onClick={now}>Now</Choice>
        <Choice pressed={answers.date_of_death === today} onClick={() => choose(today)}>
          Today
        </Choice>
        <Choice pressed={answers.date_of_death === yesterday} onClick={() => choose(yesterday)}>
          Yesterday
        </Choice>
      </div>
      <div className={classes.lines}>
        <Line label="Date" type="date" max={today} value={answers.date_of_death} onChange={on} />
        <TimeLine
          label="Time"
          value={answers.time_of_death}
          onChange={(time_of_death) => set({ time_of_death })}
          input={timeInput}
        />
      </div>
    </>
  );
};

const Place = ({ draftCall }: ControlsProps) => {
  const { answers, set } = useAnswers(draftCall, 'place');
  const line = { draftCall, question: 'place' };
  return (
    <>
      <AnswerLine {...line} name="place_of_death" label="Location and room" maxLength={200} />
      <div className={classes.lines}>
        <AnswerLine {...line} name="death_address" label="Street" maxLength={100} />
        <AnswerLine {...line} name="death_city" label="City" maxLength={50} />
      </div>
      <div className={classes.lines}>
        <AnswerLine {...line} name="contact_person" label="Nurse or contact there" maxLength={100} />
        <Line
          label="Their phone"
          type="tel"
          inputMode="tel"
          maxLength={20}
          value={formatPhone(answers.death_location_phone ?? '')}
          onChange={(death_location_phone) => set({ death_location_phone })}
        />
      </div>
    </>
  );
};

const Kin = ({ draftCall }: ControlsProps) => {
  const { answers, set } = useAnswers(draftCall, 'kin');
  const id = useId();
  // Another name is not the customer that was chosen by the number.
  const line = { draftCall, question: 'kin', maxLength: 100, clears: { kin_customer: '' } };
  return (
    <>
      <div className={classes.lines}>
        <AnswerLine {...line} name="kin_first_name" label="First name" />
        <AnswerLine {...line} name="kin_last_name" label="Last name" />
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

const Phone = ({ draftCall }: ControlsProps) => {
  const { answers, set } = useAnswers(draftCall, 'phone');
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

const Pacemaker = ({ draftCall, onNext }: ControlsProps) => {
  const { answers, set } = useAnswers(draftCall, 'pacemaker');
  const answer = (has_pacemaker: string) => {
    set({ has_pacemaker });
    onNext();
  };
  return (
    <div className={classes.choices}>
      <Choice pressed={answers.has_pacemaker === 'yes'} onClick={() => answer('yes')}>
        Yes
      </Choice>
      <Choice pressed={answers.has_pacemaker === 'no'} onClick={() => answer('no')}>
        No
      </Choice>
    </div>
  );
};

const hour = 3_600_000;

const Arrival = ({ draftCall, onNext }: ControlsProps) => {
  const { answers, set } = useAnswers(draftCall, 'arrival');
  const { at, today, time } = draftCall.clock();
  const later = localDateTime(draftCall.home.time_zone, new Date(Date.now() + hour));
  const chosen = answers.removal_expected_at ?? '';
  const answer = (removal_expected_at: string) => {
    set({ removal_expected_at });
    onNext();
  };
  const atTime = (typed: string) => {
    const tomorrow = localDateTime(draftCall.home.time_zone, new Date(Date.now() + 24 * hour)).slice(0, 10);
    // Without AM or PM the day is unknown; the time waits with today's date.
    const isPast = /^\d\d:\d\d$/.test(typed) && typed < time;
    set({ removal_expected_at: typed && `${isPast ? tomorrow : today}T${typed}` });
  };
  return (
    <>
      <div className={classes.choices}>
        <Choice pressed={chosen === at} onClick={() => answer(at)}>
          Now
        </Choice>
        <Choice pressed={chosen === later} onClick={() => answer(later)}>
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
