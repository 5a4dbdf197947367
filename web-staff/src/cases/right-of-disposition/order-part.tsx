import type { Case } from '#domain/cases/case-wire.schema.ts';
import { rightOfDisposition } from '#domain/cases/right-of-disposition/order-of-priority.ts';
import { formatDate } from '#domain/shared/values/calendar-date.ts';
import { stateName } from '#domain/shared/values/us-state.ts';
import { useLocations } from '../../organizations/homes/queries.ts';
import { Chip } from '../../ui/chip.tsx';
import { kinIn, kinText, nameOfKin } from '../parts/kin-entries.ts';
import { LawSource } from '../parts/law-source.tsx';
import classes from './order-part.module.css';

const sureness = {
  primary: 'Confirmed in the statute',
  secondary: 'From a secondary source',
  own: 'Not yet confirmed',
  house: 'Our own rule',
} as const;

/** The state's order of persons with the right of disposition; no legal advice. */
export const RightOfDispositionPanel = ({ caseRecord }: { caseRecord: Case }) => {
  const home = useLocations().find(({ id }) => id === caseRecord.funeral_home_id);
  const state = String(caseRecord.sections.deceased?.values.state_of_death ?? '') || (home?.state ?? '');
  const family = kinIn(caseRecord.next_of_kins).map((nextOfKin) => ({
    name: nameOfKin(nextOfKin),
    relationship: kinText(nextOfKin, 'relationship'),
  }));
  const order = rightOfDisposition(state, family);
  const { source } = order;
  return (
    <section className={classes.part} aria-label="Right of disposition">
      <h3 className={classes.title}>Right of disposition</h3>
      <p className={classes.quiet}>
        {order.state ? `Order of priority in ${stateName(order.state)}` : 'Order of priority in most states'}, applied
        to this family. A person designated in writing comes first; ask whether there is one.
      </p>
      <ol className={classes.steps}>
        {order.steps.map((step) => (
          <li key={step.who} data-first={step === order.first || undefined}>
            {step.who}
            {step.people.length > 0 && (
              <>
                : <strong>{step.people.join(', ')}</strong>
              </>
            )}{' '}
            {step === order.first && <Chip tone="info">First in priority</Chip>}
            {step === order.first && step.people.length > 1 && step.several && (
              <div className={classes.quiet}>{step.several}</div>
            )}
          </li>
        ))}
      </ol>
      {!order.first && <p className={classes.quiet}>None of the recorded next of kin has priority yet.</p>}
      {order.others.length > 0 && (
        <p className={classes.quiet}>No priority under this order: {order.others.join(', ')}.</p>
      )}
      <p className={classes.quiet}>
        <LawSource source={source} isBrief />. {sureness[source.reliability]}, reviewed {formatDate(source.reviewed)}.
        Not legal advice.
      </p>
    </section>
  );
};
