import type { CalendarEvent } from '#domain/calendar/calendar.schema.ts';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import { ServiceConflictHints } from '../../calendar/parts/move-hints.tsx';
import classes from '../section/section.module.css';

/** The service as just edited, because the calendar is updated later. */
const ownService = (caseRecord: Case): CalendarEvent => {
  const values: Readonly<Record<string, unknown>> = caseRecord.sections.service?.values ?? {};
  const text = (name: string): string => (typeof values[name] === 'string' ? values[name] : '');
  return {
    id: `${caseRecord.id}-service`,
    kind: 'service',
    case_id: caseRecord.id,
    case_number: caseRecord.case_number,
    status: caseRecord.status,
    deceased_full_name: '',
    deceased_last_name: '',
    service_type: text('service_type'),
    disposition_method: '',
    date: text('service_date'),
    time: text('service_time').slice(0, 5),
    place: text('service_location'),
    vehicle: text('service_vehicle'),
    led_by: text('service_led_by'),
    funeral_home_id: caseRecord.funeral_home_id,
    funeral_home_name: caseRecord.funeral_home_name,
  };
};

/** Warns about a person or vehicle that another service needs at the same time. */
export const ServiceConflicts = ({ caseRecord }: { caseRecord: Case }) => (
  <ServiceConflictHints own={ownService(caseRecord)} className={classes.alert} />
);
