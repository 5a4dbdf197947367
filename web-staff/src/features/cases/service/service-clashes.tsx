import type { CalendarEvent } from '#domain/calendar/calendar.schema.ts';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import { ClashHints } from '../../../entities/calendar/clash-hints.tsx';
import classes from '../section/section.module.css';

/** The service as the case says it now: the calendar follows a moment later. */
const ownService = (kase: Case): CalendarEvent => {
  const values: Readonly<Record<string, unknown>> = kase.sections.service?.values ?? {};
  const text = (name: string): string => (typeof values[name] === 'string' ? values[name] : '');
  return {
    ...{
      id: `${kase.id}-service`,
      kind: 'service',
      case_id: kase.id,
      case_number: kase.case_number,
      status: kase.status,
    },
    ...{
      deceased_full_name: '',
      service_type: text('service_type'),
      disposition_method: '',
      date: text('service_date'),
    },
    ...{ time: text('service_time').slice(0, 5), place: text('service_location'), vehicle: text('service_vehicle') },
    led_by: text('service_led_by'),
    ...{ funeral_home_id: kase.funeral_home_id, funeral_home_name: kase.funeral_home_name },
  };
};

/** What this service needs that another one needs at that time. */
export const ServiceClashes = ({ kase }: { kase: Case }) => (
  <ClashHints own={ownService(kase)} className={classes.alert} />
);
