import { describe, expect, it } from 'vitest';
import { canonicalAnswers, type IntakeFormValues, intakeDefaults } from '#domain/intake/intake.rules.ts';
import { type IntakeFieldName, intakeFields } from '#domain/intake/intake.sections.ts';
import { isQuestionShown } from '#domain/intake/question-visibility.ts';
import { exampleIntake } from '#tests/support/records/example-intake.ts';
import { setLanguage } from '../language.ts';
import spanish from '../words/es.json' with { type: 'json' };
import { type Piece, summarizeAnswers } from './answer-summary.tsx';
import { createFormStore } from './form-store.ts';

const answers = { ...intakeDefaults(), ...canonicalAnswers(exampleIntake()), stillborn: '', is_veteran: 'yes' };

const storeOf = (changes: Partial<Record<IntakeFieldName, unknown>> = {}, ...notKnown: IntakeFieldName[]) => {
  const store = createFormStore(intakeDefaults());
  store.setToday('2025-11-20');
  store.reset({ values: { ...answers, ...changes } as IntakeFormValues, notKnown: new Set(notKnown) });
  return store;
};
const snapshotOf = (...of: Parameters<typeof storeOf>) => storeOf(...of).get();
const wordsOf = (piece: Piece): string =>
  typeof piece === 'string' ? piece : 'strong' in piece ? piece.strong : piece.tag;
const read = (...of: Parameters<typeof snapshotOf>) => {
  const summary = summarizeAnswers(snapshotOf(...of));
  const texts = Object.entries(summary).map(([id, sentences]) => [
    id,
    sentences.map((one) => one.map(wordsOf).join('')),
  ]);
  return Object.fromEntries(texts) as Record<string, string[]>;
};
const all = (...of: Parameters<typeof snapshotOf>) =>
  Object.values(read(...of))
    .flat()
    .join('\n');

describe('summarizeAnswers', () => {
  it('omits the age of a child under a year, and uses the singular for one year', () => {
    const died = (date_of_birth: string) =>
      all({ date_of_birth, date_of_death: '2025-10-28', social_security_number: '' });
    expect(died('2025-10-01')).toContain('Harold died on October 28, 2025.');
    expect(died('2024-10-01')).toContain('Harold died on October 28, 2025, aged 1.');
    setLanguage('es', spanish);
    expect(died('2024-10-01')).toContain('a la edad de 1 año');
    setLanguage('en');
  });

  it('writes sentences', () => {
    expect(read()).toEqual({
      contact: [
        'You can be reached at (904) 555-0142 and karin.lindqvist@example.com.',
        'Preferred contact time: As Soon As Possible.',
        'Your note: “Please call after nine in the morning.”',
      ],
      deceased: [
        'Harold Edwin Lindqvist, also known as Hal Lindqvist, male.',
        'Harold was born on May 14, 1937 in Duluth, St. Louis County, Minnesota, United States.',
        'Harold died on October 28, 2025, aged 88 and served in the U.S. armed forces.',
        'Harold lived at 118 Marine Street, St. Augustine, FL 32084, St. Johns County, inside city limits.',
        'Social Security Number: given.',
        'You asked us to notify Social Security.',
      ],
      family: [
        'Harold was married to Karin Lindqvist, maiden name Ahlgren.',
        'Father: Edwin J Lindqvist.',
        'Mother: Astrid M Lindqvist, maiden name Nyberg.',
      ],
      'next-of-kin': [
        'You are the next of kin: Karin Elise Lindqvist, spouse, 118 Marine Street, St. Augustine, FL 32084, (904) 555-0142, karin.lindqvist@example.com.',
      ],
      death: [
        'Harold died at 4:35 AM: At home, in hospice care, 118 Marine Street, St. Augustine, FL 32084.',
        'Harold is now: At home, 118 Marine Street, St. Augustine, FL 32084.',
        'Phone there: (904) 555-0143.',
      ],
      cemetery: ['Other, 6502 Old Moultrie Road, St. Augustine, FL 32086.'],
      employment: ['Harbor pilot, industry: Shipping.', 'Some college, no degree.'],
      additional: [
        'White; not Hispanic or Latino.',
        'Weight: 170 pounds.',
        'No communicable disease.',
        'Death certificates go to Karin Lindqvist, 118 Marine Street, St. Augustine, FL 32084.',
      ],
    });
  });

  it('shows no birthplace while nothing of the birth is answered', () => {
    const empty = { ...intakeDefaults(), stillborn: '' };
    expect(read(empty).deceased).toEqual([]);
    expect(read({ ...empty, date_of_birth: '1937-05-14' }).deceased).toEqual([
      'Your loved one was born on May 14, 1937 in the United States.',
    ]);
    expect(read({ ...empty, birthplace_country: 'VNM' }).deceased).toEqual(['Your loved one was born in Vietnam.']);
  });

  it('includes every typed answer', () => {
    const typed = intakeFields.filter(({ field: { kind, maxLength } }) => kind === 'text' && (maxLength ?? 0) > 5);
    const values = Object.fromEntries(typed.map(({ field }, at) => [field.name, `Told-${at}-`]));
    const conditions = {
      marital_status: 'other',
      education_level: 'other',
      ethnicity: 'other',
      race: ['american_indian_alaska_native', 'other_asian', 'other_pacific_islander', 'other'],
    };
    const lost = (changes: Partial<Record<IntakeFieldName, unknown>>) => {
      const { report, today } = snapshotOf(changes);
      const text = all(changes).replaceAll('Told-', 'told-');
      return typed
        .filter(({ field }) => isQuestionShown(field, report, today))
        .filter(({ field }) => !text.includes(String(values[field.name]).replace('Told', 'told')))
        .map(({ field }) => field.name);
    };
    expect(lost({ ...values, ...conditions })).toEqual([]);
    expect(lost({ ...values, marital_status: 'married' })).toEqual([]);
  });

  it('shows no digits of a Social Security Number', () => {
    expect(all({ social_security_number: '987-65-4320' })).not.toMatch(/987|4320/);
    expect(all({ ssn_to_follow: true })).toContain('Social Security Number: to follow.');
  });

  it('marks unknown facts and shows nothing else of them', () => {
    const text = all({ is_veteran: 'unknown' }, 'birthplace_city', 'weight', 'facility_phone', 'father_first_name');
    for (const text of [
      'City of birth: not known yet.',
      'Weight: not known yet.',
      'Phone number there: not known yet.',
    ])
      expect(text).toContain(text);
    expect(text).toContain('Service in the U.S. armed forces: not known yet.');
    expect(text).not.toMatch(/Duluth|170|Unknown/);
  });

  it('calls a fact that is unknown by choice or in words not known yet', () => {
    const choices = { marital_status: 'unknown', education_level: 'unknown', ethnicity: 'unknown', race: ['unknown'] };
    const summary = read({
      ...choices,
      father_first_name: 'unknown',
      father_last_name: 'Unknown',
      father_middle_name: '',
    });
    expect(summary.family).toContain('Marital status: not known yet.');
    expect(summary.family).toContain('Father: not known yet.');
    expect(summary.employment).toContain('Education level: not known yet.');
    expect(summary.additional?.slice(0, 2)).toEqual(['Race: not known yet.', 'Ethnicity: not known yet.']);
    expect(Object.values(summary).flat().join('\n')).not.toMatch(/\bunknown/i);
    expect(read({ ethnicity: 'unknown' }).additional?.slice(0, 2)).toEqual(['White.', 'Ethnicity: not known yet.']);
    expect(read({ race: ['unknown'], ethnicity: 'hispanic_latino' }).additional?.[0]).toBe('Hispanic or Latino.');
  });

  it('names a missing email, and an unknown gender or half of a name', () => {
    const summary = read(
      { submitter_email: '', no_email: true, gender: 'unknown', mother_middle_name: '' },
      ...(['father_last_name', 'mother_first_name'] as const),
    );
    expect(summary.contact).toContain('You have no email.');
    expect(summary.deceased).toContain('Gender: not known yet.');
    expect(summary.family?.slice(1)).toEqual([
      'Father: Edwin J.',
      "Father's last name: not known yet.",
      'Mother: Lindqvist, maiden name Nyberg.',
      "Mother's first name: not known yet.",
    ]);
  });

  it('names no country of birth that the family does not know', () => {
    const { deceased = [] } = read({ birthplace_city: '' }, 'birthplace_city', 'birthplace_country');
    expect(deceased.join('\n')).not.toContain('United States');
    expect(deceased).toContain('Country of birth: not known yet.');
  });

  it('repeats a unit of weight and a request to specify in no sentence', () => {
    const origin = { ethnicity: 'other_hispanic_latino', ethnicity_other_specify: 'Dominican' };
    const additional = read({ weight: '6 lb 8 oz', ...origin }).additional;
    expect(additional).toContain('Weight: 6 lb 8 oz.');
    expect(additional?.[0]).toBe('White; other Hispanic or Latino: Dominican.');
  });

  it('says that the family is the next of kin only while its phone number is used', () => {
    const store = storeOf();
    store.enter('informant_phone', '9045550177');
    expect(JSON.stringify(summarizeAnswers(store.get()))).not.toContain('You are the next of kin');
  });

  it('never mentions the deceased, army, work or marriage of a child', () => {
    const days = { date_of_birth: '2025-11-18', date_of_death: '2025-11-18', stillborn: 'yes' };
    const text = all(days, 'deceased_first_name');
    expect(text).toContain('Your baby was stillborn.');
    expect(text).toContain('Lindqvist, male (no first name given).');
    expect(text).not.toMatch(/deceased|armed|married|Harbor|Social Security/i);
  });
});

describe('summarizeAnswers in Spanish', () => {
  it('writes sentences, too', () => {
    setLanguage('es', spanish);
    try {
      const summary = read();
      expect(summary.deceased).toEqual([
        'Harold Edwin Lindqvist, otros nombres: Hal Lindqvist, hombre.',
        'Harold nació el 14 de mayo de 1937 en Duluth, condado de St. Louis, Minnesota, Estados Unidos.',
        'Harold falleció el 28 de octubre de 2025, a los 88 años, y sirvió en las fuerzas armadas de Estados Unidos.',
        'Harold vivía en 118 Marine Street, St. Augustine, FL 32084, condado de St. Johns, dentro de los límites de la ciudad.',
        'Número de Seguro Social: ya lo indicó.',
        'Usted nos pidió avisar al Seguro Social.',
      ]);
      expect(summary.family?.[0]).toBe('Estado civil: casado/a, con Karin Lindqvist, apellido de soltera: Ahlgren.');
      // A family's words stay as they are.
      expect(summary.death?.[0]).toMatch(/^Harold falleció a las 4:35 a\. m\.: At home, in hospice care/);
      expect(read({ time_of_death: '13:05' }).death?.[0]).toMatch(/^Harold falleció a la 1:05 p\. m\.:/);
      expect(read({ place_of_death: 'At home' }).death?.[1]).toBe('Harold se encuentra ahora en: el mismo lugar.');
      expect(read({}, 'birthplace_city').deceased).toContain('Ciudad de nacimiento: aún no se sabe.');
    } finally {
      setLanguage('en');
    }
  });
});
