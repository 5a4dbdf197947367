import { expect, it } from 'vitest';
import { familyEvents, languageOfFamily, type PublicRecord } from './family-view.ts';

it('uses the language of the case, else one chosen or reported before, or English', () => {
  expect(languageOfFamily({ family_language: 'es' }, 'en')).toBe('es');
  expect(languageOfFamily({ family_language: '' }, undefined, 'es')).toBe('es');
  expect(languageOfFamily({ family_language: 'xx' })).toBe('en');
  expect(languageOfFamily(undefined)).toBe('en');
});

const record: PublicRecord = {
  ...{ id: 'a', kind: 'visitation', title: '', date: '2026-03-13', time: '17:00', minutes: 180 },
  ...{ place: 'Hall', address: '12 Oak St', is_public: true },
};
const service = { service_date: '2026-03-14', service_time: '11:00', service_location: 'Bayfront Chapel' };

it('returns public events in order, those of the case with the date of its fields', () => {
  const ofFields = {
    ...record,
    id: 'c-service',
    kind: 'service' as const,
    date: '',
    time: '',
    place: '',
    minutes: null,
  };
  const events = familyEvents({ service }, [ofFields, { ...record, id: 'b', is_public: false }, record]);
  expect(events).toEqual([
    {
      ...{ kind: 'visitation', title: '', date: '2026-03-13', time: '17:00', end_time: '20:00' },
      ...{ place: 'Hall', address: '12 Oak St' },
    },
    {
      ...{ kind: 'service', title: '', date: '2026-03-14', time: '11:00', end_time: '' },
      ...{ place: 'Bayfront Chapel', address: '12 Oak St' },
    },
  ]);
});

it('leaves out an event whose date was cleared in the case', () => {
  expect(familyEvents({ service: {} }, [{ ...record, id: 'c-service', kind: 'service' }])).toEqual([]);
});

it('keeps a second service, and no address of a place that the case no longer names', () => {
  const ofFields = { ...record, id: 'c-service', kind: 'service' as const, place: 'Hall' };
  const second = { ...record, kind: 'service' as const };
  const shown = (without?: 'service') =>
    familyEvents({ service }, [ofFields, second], without).map(({ place, address }) => [place, address]);
  expect(shown()).toEqual([
    ['Hall', '12 Oak St'],
    ['Bayfront Chapel', ''],
  ]);
  expect(shown('service')).toEqual([['Hall', '12 Oak St']]);
});
