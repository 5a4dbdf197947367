import { serviceTypes } from '#domain/shared/reference-data/service-types.ts';
import type { ReadLine } from './sanitize-line.ts';
import type { SetAside } from './set-aside.ts';

type Fields = ReadLine['fields'];

/** What happens to the remains by the types of service that say it. */
const saidByService: Readonly<Record<string, string>> = {
  ...{ traditional: 'burial', graveside: 'burial', direct_burial: 'burial' },
  ...{ cremation: 'cremation', direct_cremation: 'cremation' },
};
const isService = (value: string): boolean => serviceTypes.some((type) => type.value === value);

/**
 * A line whose service and disposition agree, as a case keeps them: a case has a method of disposition only where its
 * service does not say it. A disposition alone (Entombment) is a service of another type; a cremation after a traditional
 * service is a cremation, whose rules hold, and the service is kept in the notes.
 */
export const withDisposition = (
  said: Fields,
  texts: Fields,
  aside: SetAside,
  label: (field: string) => string,
): Fields => {
  const { service_type: service = '', disposition_method: method = '', ...others } = said;
  const isOneWord = service !== '' && !isService(service);
  // One column for both, whose word names a disposition; a column of its own says more.
  const disposition = method || (isOneWord ? service : '');
  const type = isOneWord ? '' : service;
  const implied = saidByService[type];
  if (!disposition || disposition === implied) return { ...others, ...(type ? { service_type: type } : {}) };
  if (disposition === 'cremation') {
    if (!type || implied) {
      if (type) aside.unread(label('service_type'), texts.service_type ?? type, 'the disposition is a cremation');
      return { ...others, service_type: 'cremation' };
    }
    return { ...others, service_type: type, disposition_method: disposition };
  }
  if (implied) {
    const text = texts.disposition_method ?? texts.service_type ?? disposition;
    aside.unread(label('disposition_method'), text, `the service is a ${implied}`);
    return { ...others, service_type: type };
  }
  return { ...others, service_type: type || 'other', disposition_method: disposition };
};
