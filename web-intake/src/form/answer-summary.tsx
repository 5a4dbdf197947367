import type { IntakeFieldName } from '#domain/intake/intake.sections.ts';
import { ownCemetery } from '#domain/managed-forms/form-options.ts';
import { isBlank } from '#domain/shared/forms/field.ts';
import { defaultCountry } from '#domain/shared/reference-data/countries-and-states.ts';
import { ageOn, isCalendarDate } from '#domain/shared/values/calendar-date.ts';
import { t } from '../language.ts';
import { stepHref } from '../steps.ts';
import { type FormSnapshot, isNextOfKin } from './form-store.ts';
import { answerFormatter, formatAnswer, type Reader } from './format-answer.ts';
import { type FormSection, titleOf } from './missing-answers.ts';

type Answers = Record<string, readonly (readonly (string | { strong: string })[])[]>;

const summarizeQuestions = ({ form, values }: FormSnapshot): Answers =>
  form?.questions.length
    ? {
        questions: form.questions.flatMap((field) => {
          const value = values[field.name];
          const answer = isBlank(value) ? '' : formatAnswer(field, value);
          return answer ? [[`${t(field.label)} `, { strong: answer }]] : [];
        }),
      }
    : {};

/** A piece of a sentence: plain, emphasized, or an unknown fact. */
export type Piece = string | { strong: string } | { tag: string };
type Sentence = readonly Piece[];

/** People find a wrong name in a sentence more easily than in a table. */
export type AnswerSummary = Readonly<Record<string, readonly Sentence[]>>;

const strong = (text: string): Piece => ({ strong: text });

const notKnownYet = (): Piece => ({ tag: t('not known yet') });
const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
const joinParts = (parts: readonly string[]): string => parts.filter(Boolean).join(', ');

/** One line; the country only of an address abroad. */
const place = (
  { read }: Reader,
  values: FormSnapshot['values'],
  [street, unit, city, state, zip, country]: readonly IntakeFieldName[],
): string => {
  const name = (fieldName: IntakeFieldName | undefined) => (fieldName ? read(fieldName) : '');
  const code = state && read(state) ? String(values[state]) : '';
  const abroad = country && values[country] !== defaultCountry ? read(country) : '';
  return joinParts([name(street), name(unit), name(city), [code, name(zip)].filter(Boolean).join(' '), abroad]);
};

/** "Father: Nils A. Lindqvist", or that he is unknown. */
const parent = (title: string, name: string, unknown: boolean, maiden?: Piece): Sentence | undefined => {
  if (!name && !unknown && !maiden) return undefined;
  const its = maiden ? [t(', maiden name '), maiden] : [];
  return [`${t(title)}: `, ...(name ? [strong(name)] : [notKnownYet()]), ...its, '.'];
};

/** Spanish uses the singular at one o’clock. */
const atTime = (time: string): string => t(' at ').replace(/las $/, (las) => (/^1:/.test(time) ? 'la ' : las));

const sentence = (...pieces: (Piece | false | undefined | '')[]): Sentence =>
  pieces.filter((piece): piece is Piece => Boolean(piece));

const nonEmptySentences = (sentences: readonly (Sentence | undefined | false)[]): readonly Sentence[] =>
  sentences.filter((entry): entry is Sentence => Boolean(entry) && (entry as Sentence).length > 0);

/** Returns every answer as sentences, section by section, without digits of a Social Security Number. */
export const summarizeAnswers = (snapshot: FormSnapshot): AnswerSummary => {
  const { values, subject, report } = snapshot;
  const own = ownCemetery(snapshot.form?.shape, values.cemetery_choice);
  const from = answerFormatter(snapshot);
  const { isAsked, isUnknown, read, all } = from;
  const nameless = subject === 'baby' ? 'Your baby' : subject === 'child' ? 'Your child' : 'Your loved one';
  const who = read('deceased_first_name') || t(nameless);
  const sentenceIfAnswered = (name: IntakeFieldName, toSentence: (text: string) => Sentence): Sentence | undefined => {
    const text = read(name);
    return text ? toSentence(text) : undefined;
  };
  const unknownSentence = (name: IntakeFieldName, label: string): Sentence | undefined =>
    isUnknown(name) ? [`${t(label)}: `, notKnownYet(), '.'] : undefined;
  /** The half of a name that is unknown next to the known one. */
  const unknownName = (of: 'father' | 'mother', part: 'first' | 'last'): Sentence | undefined =>
    read(`${of}_${part === 'first' ? 'last' : 'first'}_name`)
      ? unknownSentence(`${of}_${part}_name`, `${of === 'father' ? 'Father' : 'Mother'}'s ${part} name`)
      : undefined;

  const countyOf = (name: IntakeFieldName) => read(name) && t('{0} County', read(name).replace(/ County$/, ''));
  const birthplace = joinParts([read('birthplace_city'), countyOf('birthplace_county'), read('birthplace_state')]);
  const isBornInUs = values.birthplace_country === 'USA' && !isUnknown('birthplace_country');
  // The form begins with this country, so it is no answer without another one.
  const birth =
    isBornInUs && !birthplace
      ? read('date_of_birth') && t('the United States')
      : joinParts([birthplace, read('birthplace_country')]);
  const years =
    subject !== 'baby' && isCalendarDate(report.date_of_birth) && isCalendarDate(report.date_of_death)
      ? ageOn(report.date_of_birth, report.date_of_death)
      : 0;
  // No age is shown for a child of some weeks.
  const age = years === 0 ? '' : years === 1 ? t(', aged 1') : t(', aged {0}', years);
  const name = all('deceased_first_name', 'deceased_middle_name', 'deceased_last_name', 'deceased_suffix');
  const home = joinParts([
    place(from, values, [
      'deceased_address_street',
      'deceased_address_apt',
      'deceased_address_city',
      'deceased_address_state',
      'deceased_address_zip',
      'deceased_address_country',
    ]),
    countyOf('deceased_address_county'),
  ]);
  const limits = t(
    { yes: ', inside city limits', no: ', outside city limits' }[String(values.inside_city_limits)] ?? '',
  );
  const served = t(
    { yes: ' and served in the U.S. armed forces', no: ' and did not serve in the U.S. armed forces' }[
      String(values.is_veteran)
    ] ?? '',
  );
  const ssn = !isAsked('social_security_number')
    ? undefined
    : values.ssn_to_follow === true && isAsked('ssn_to_follow')
      ? 'to follow'
      : values.social_security_number
        ? 'given'
        : undefined;
  const spouse = all('spouse_first_name', 'spouse_middle_name', 'spouse_last_name');
  const addressOf = (prefix: 'informant' | 'death' | 'current_body' | 'cemetery') =>
    place(
      from,
      values,
      (prefix === 'cemetery'
        ? ['cemetery_street', 'cemetery_apt', 'cemetery_city', 'cemetery_state', 'cemetery_zip', 'cemetery_country']
        : [
            `${prefix}_address`,
            prefix === 'current_body' ? 'current_body_apt' : `${prefix}_address_apt`,
            `${prefix}_city`,
            `${prefix}_state`,
            `${prefix}_zip`,
            `${prefix}_country`,
          ]) as IntakeFieldName[],
    );
  const bodyAt = joinParts([read('current_body_location'), addressOf('current_body')]);
  const diedAt = joinParts([read('place_of_death'), addressOf('death')]);
  // Without the request to specify it.
  const ethnicity = read('ethnicity').replace(/ \([^)]*\)$/, '');
  const origin = [/^Hispanic/.test(ethnicity) ? ethnicity : lowerFirst(ethnicity), read('ethnicity_other_specify')]
    .filter(Boolean)
    .join(': ');
  const specified = (
    [
      'race_american_indian_specify',
      'race_other_asian_specify',
      'race_other_pacific_specify',
      'race_other_specify',
    ] as const
  )
    .map(read)
    .filter(Boolean);
  const disease = { yes: 'A communicable disease.', no: 'No communicable disease.' }[
    String(values.communicable_disease)
  ];

  return {
    contact: nonEmptySentences([
      (read('submitter_phone') || read('submitter_email')) !== '' &&
        sentence(
          t('You can be reached at '),
          read('submitter_phone') && strong(read('submitter_phone')),
          read('submitter_phone') && read('submitter_email') && t(' and '),
          read('submitter_email') && strong(read('submitter_email')),
          '.',
        ),
      values.no_email === true && [t('You have no email.')],
      sentenceIfAnswered('preferred_contact_time', (time) => [t('Preferred contact time: {0}.', time)]),
      sentenceIfAnswered('special_requests', (words) => [t('Your note: “{0}”', words)]),
    ]),
    deceased: nonEmptySentences([
      name !== '' &&
        sentence(
          strong(name),
          read('alias') && t(', also known as {0}', read('alias')),
          read('gender') && `, ${lowerFirst(read('gender'))}`,
          isUnknown('deceased_first_name') && t(' (no first name given)'),
          '.',
        ),
      unknownSentence('gender', 'Gender'),
      subject === 'baby' && [t('{0} was stillborn.', who)],
      (read('date_of_birth') || birth) !== '' &&
        sentence(
          t('{0} was born', who),
          read('date_of_birth') && t(' on '),
          read('date_of_birth') && strong(read('date_of_birth')),
          birth && t(' in {0}', birth),
          '.',
        ),
      unknownSentence('birthplace_city', 'City of birth'),
      unknownSentence('birthplace_state', 'State of birth'),
      unknownSentence('birthplace_country', 'Country of birth'),
      sentenceIfAnswered('date_of_death', (day) =>
        sentence(t('{0} died on ', who), strong(day), `${age}${isAsked('is_veteran') ? served : ''}.`),
      ),
      isAsked('is_veteran') &&
        values.is_veteran === 'unknown' && [t('Service in the U.S. armed forces: '), notKnownYet(), '.'],
      home !== '' && [t(subject === 'person' ? '{0} lived at {1}{2}.' : 'Home: {1}{2}.', who, home, limits)],
      values.inside_city_limits === 'unknown' && [t('Inside city limits: '), notKnownYet(), '.'],
      ssn !== undefined && [t('Social Security Number: '), strong(t(ssn)), '.'],
      isAsked('notify_social_security') &&
        values.notify_social_security === true && [t('You asked us to notify Social Security.')],
    ]),
    family: nonEmptySentences([
      sentenceIfAnswered('marital_status', (status) =>
        sentence(
          t('{0} was ', who),
          strong(lowerFirst(read('marital_status_other') || status)),
          spouse && t(values.marital_status === 'married' ? ' to {0}' : ', spouse {0}', spouse),
          read('spouse_maiden_name') && t(', maiden name ') + read('spouse_maiden_name'),
          '.',
        ),
      ),
      unknownSentence('marital_status', 'Marital status'),
      unknownSentence('spouse_maiden_name', 'Spouse’s maiden name'),
      parent(
        'Father',
        all('father_first_name', 'father_middle_name', 'father_last_name'),
        isUnknown('father_first_name') || isUnknown('father_last_name'),
      ),
      unknownName('father', 'first'),
      unknownName('father', 'last'),
      parent(
        'Mother',
        all('mother_first_name', 'mother_middle_name', 'mother_last_name'),
        isUnknown('mother_first_name') || isUnknown('mother_last_name'),
        read('mother_maiden_name')
          ? strong(read('mother_maiden_name'))
          : isUnknown('mother_maiden_name')
            ? notKnownYet()
            : undefined,
      ),
      unknownName('mother', 'first'),
      unknownName('mother', 'last'),
    ]),
    'next-of-kin': nonEmptySentences([
      read('informant_last_name') !== '' &&
        sentence(
          // A neighbor or nurse notices here that the form has their phone number for the family.
          read('informant_phone') !== '' && isNextOfKin(snapshot) && t('You are the next of kin: '),
          strong(all('informant_first_name', 'informant_middle_name', 'informant_last_name')),
          read('informant_relationship') && `, ${lowerFirst(read('informant_relationship'))}`,
          addressOf('informant') && `, ${addressOf('informant')}`,
          read('informant_phone') && `, ${read('informant_phone')}`,
          read('informant_email') && `, ${read('informant_email')}`,
          '.',
        ),
    ]),
    death: nonEmptySentences([
      (diedAt || read('time_of_death')) !== '' &&
        sentence(
          subject === 'baby' ? t('You received care') : t('{0} died', who),
          read('time_of_death') && atTime(read('time_of_death')),
          read('time_of_death') && strong(read('time_of_death')),
          diedAt && ': ',
          diedAt,
          '.',
        ),
      bodyAt !== '' && [t('{0} is now: {1}.', who, bodyAt === diedAt ? t('at the same place') : bodyAt)],
      sentenceIfAnswered('facility_phone', (phone) => [t('Phone there: {0}.', phone)]),
      unknownSentence('facility_phone', 'Phone number there'),
    ]),
    cemetery: nonEmptySentences([
      own
        ? [`${own.name}, ${own.city}.`]
        : values.cemetery_choice !== 'other' && sentenceIfAnswered('cemetery_choice', (choice) => [`${choice}.`]),
      values.cemetery_choice === 'other' && [
        `${joinParts([read('cemetery_name') || t('Another cemetery'), addressOf('cemetery')])}.`,
      ],
      unknownSentence('cemetery_street', 'Street address'),
    ]),
    employment: nonEmptySentences([
      (read('employment_title') || read('employment_industry')) !== '' &&
        sentence(
          read('employment_title') && strong(read('employment_title')),
          read('employment_title') && read('employment_industry') && t(', industry: '),
          read('employment_industry'),
          '.',
        ),
      unknownSentence('employment_title', 'Occupation'),
      unknownSentence('employment_industry', 'Industry'),
      sentenceIfAnswered('education_level', (level) => [`${read('education_other') || level}.`]),
      unknownSentence('education_level', 'Education level'),
    ]),
    additional: nonEmptySentences([
      (read('race') || ethnicity) !== '' && [
        `${[joinParts([read('race'), ...specified]), origin].filter(Boolean).join('; ')}.`,
      ],
      unknownSentence('race', 'Race'),
      unknownSentence('ethnicity', 'Ethnicity'),
      // Families write a unit themselves: “6 lb 8 oz”.
      sentenceIfAnswered('weight', (weight) => [
        t(/\p{L}/u.test(weight) ? 'Weight: {0}.' : 'Weight: {0} pounds.', weight),
      ]),
      unknownSentence('weight', 'Weight'),
      isAsked('communicable_disease') && !isUnknown('communicable_disease') && disease !== undefined && [t(disease)],
      unknownSentence('communicable_disease', 'Communicable disease'),
      sentenceIfAnswered('certificate_recipient', (recipient) => [t('Death certificates go to {0}.', recipient)]),
    ]),
    ...summarizeQuestions(snapshot),
  };
};

interface ReadBackProps {
  sections: readonly FormSection[];
  answerSummary: AnswerSummary;
  subject: FormSnapshot['subject'];
  canChange?: boolean;
}

export function AnswerSummaryView({ sections, answerSummary, subject, canChange = false }: ReadBackProps) {
  return sections
    .filter(({ id }) => answerSummary[id] !== undefined)
    .map((section) => {
      const title = titleOf(section, { subject });
      return (
        <section key={section.id} className="read">
          <div className="read-head">
            <h2>{title}</h2>
            {canChange && (
              <a href={stepHref(section.id)}>
                {t('Change')}
                <span className="hidden-text"> {title}</span>
              </a>
            )}
          </div>
          <Sentences sentences={answerSummary[section.id] ?? []} />
        </section>
      );
    });
}

function Sentences({ sentences }: { sentences: readonly Sentence[] }) {
  if (sentences.length === 0) return <p className="soft">{t('Nothing entered yet.')}</p>;
  return sentences.map((pieces, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: sentences have no name of their own and no state
    <p key={index}>{pieces.map(pieceOf)}</p>
  ));
}

const pieceOf = (piece: Piece, index: number) => {
  if (typeof piece === 'string') return piece;
  if ('strong' in piece) return <strong key={index}>{piece.strong}</strong>;
  return (
    <span key={index} className="tag">
      {piece.tag}
    </span>
  );
};
