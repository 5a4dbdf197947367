import { IconHelpCircle, IconShieldCheck, IconX } from '@tabler/icons-react';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import { disclosuresAgreementFields } from '#domain/cases/sections/office-and-agreement.ts';
import type { CaseGates } from '#domain/gates/gate.schema.ts';
import { displayValue } from '#domain/shared/forms/display.ts';
import { asString } from '#domain/shared/values/as-string.ts';
import { formatTime } from '#domain/shared/values/date-time.ts';
import { dayText, serviceTypeOf } from '../cases/parts/case-text.ts';
import { KeyFacts } from '../ui/page/key-facts.tsx';
import { timeAtHome } from '../ui/time/time-text.ts';
import classes from './preparation-answer.module.css';

const answers = {
  approved: { title: 'Embalming approved', Sign: IconShieldCheck },
  refused: { title: 'Do not embalm', Sign: IconX },
  not_asked: { title: 'Not approved yet', Sign: IconHelpCircle },
} as const;

const how = disclosuresAgreementFields.find(({ name }) => name === 'embalming_approval');

/** Whether the family approved embalming and who said so, to be read from a distance. */
export const PreparationAnswer = ({ embalming, timeZone }: Pick<CaseGates, 'embalming'> & { timeZone: string }) => {
  const { answer, by, on, recorded } = embalming;
  const { title, Sign } = answers[answer];
  const way = how && displayValue(how, embalming.how);
  return (
    <section className={classes.answer} data-answer={answer} aria-label="Embalming">
      <h2>
        <Sign size={32} stroke={2} aria-hidden /> {title}
      </h2>
      {answer === 'approved' && (
        <p>
          {by && (
            <>
              by <strong>{by}</strong>
              <br />
            </>
          )}
          {[on && dayText(on), way].filter(Boolean).join(' · ')}
        </p>
      )}
      {answer === 'refused' && (
        <p>
          <strong>{by}</strong> said no{on && `, ${dayText(on)}`}. Keep refrigerated.
        </p>
      )}
      {answer === 'not_asked' ? (
        <p>No approval of the family is recorded. Do not begin.</p>
      ) : (
        recorded && (
          <p className={classes.recorded}>
            Recorded by {recorded.by_name}, {timeAtHome(recorded.at, timeZone)}
          </p>
        )
      )}
    </section>
  );
};

/** Facts that the preparer needs in addition to the checks. */
export const PreparationNotes = ({ caseRecord }: { caseRecord: Case }) => {
  const { service_date, service_time, service_type, service_location } = caseRecord;
  const day = asString(service_date);
  const what = [serviceTypeOf(asString(service_type)), asString(service_location)].filter(Boolean).join(', ');
  const readyBy = day && [dayText(day), formatTime(asString(service_time))].filter(Boolean).join(', ');
  return (
    <KeyFacts
      facts={[
        { label: 'Ready by', value: readyBy },
        { label: 'Service', value: what },
        { label: 'The family’s wishes', value: asString(caseRecord.special_requests) },
        { label: 'Personal effects', value: asString(caseRecord.personal_effects_description) },
      ]}
    />
  );
};
