import { dayKindLabels } from '#domain/calendar/day-names.ts';
import type { FamilyEvent, FamilyNeed, FamilyStep } from '#domain/families/family-page.schema.ts';
import type { ReportReading } from '#domain/families/family-review.schema.ts';
import { formatPhone } from '#domain/shared/values/phone.ts';
import { LoadFailed, SendPapers } from './confirmation-page.tsx';
import { locale, t } from './language.ts';
import { reviewWords as words } from './review-words.ts';
import { CallLink, Check } from './site-header.tsx';

/**
 * `says` is the first line, `text` describes the step, and `asking` replaces the line if something is needed from the
 * family.
 */
const stepWords: Record<FamilyStep, { title: string; summary: string; asking?: string; text: string }> = {
  received: {
    title: 'Received',
    summary: 'Your information has arrived.',
    text: 'A funeral director will contact you within 30 minutes during business hours.',
  },
  contacted: {
    title: 'Contacted',
    summary: 'The funeral home has been in touch with you and is preparing the next steps.',
    text: 'We will talk with you about the next steps.',
  },
  arrangements: {
    title: 'Arrangements',
    summary: 'The funeral home is making the arrangements with you.',
    text: 'We make the arrangements with you.',
  },
  doctor: {
    title: 'Certificate with the doctor',
    summary: 'The death certificate is with the doctor. There is nothing you need to do.',
    asking: 'The death certificate is with the doctor.',
    text: 'The doctor completes the medical part. This usually takes 2 to 5 days.',
  },
  county: {
    title: 'At the county',
    summary: 'The death certificate is with the county. There is nothing you need to do.',
    asking: 'The death certificate is with the county.',
    text: 'The county registers it and prints certified copies.',
  },
  ready: {
    title: 'Ready',
    summary: 'The death certificate is ready.',
    // plain-english: postal mail
    text: 'We will call you. You can pick up the copies, or we can mail them.',
  },
};

const needWords: Record<FamilyNeed, { title: string; text: string }> = {
  ssn: {
    title: 'The Social Security Number',
    text: 'Call us or bring it with you. Please do not email it.',
  },
  discharge_paper: {
    title: 'Military discharge papers (DD-214)',
    text: 'If you have it. If not, we can request a copy.',
  },
  photograph: { title: 'A photo', text: 'For the service and the obituary. We will return it to you.' },
  clothing: { title: 'Clothing', text: 'What your loved one should wear.' },
  obituary_words: { title: 'Obituary notes', text: 'A few lines are enough. We will help with the rest.' },
  signatures: { title: 'Your signature', text: 'Use the link in our email, or sign at the funeral home.' },
  call: { title: 'Please call us', text: 'We have a question.' },
};

const dayText = (day: string): string =>
  new Date(`${day}T12:00:00Z`).toLocaleDateString(locale(), { month: 'long', day: 'numeric', timeZone: 'UTC' });

const serviceDay = (date: string, time: string): string => {
  const at = new Date(`${date}T${time || '12:00'}:00Z`);
  const day = at.toLocaleDateString(locale(), { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' });
  return time ? `${day}, ${at.toLocaleTimeString(locale(), { timeStyle: 'short', timeZone: 'UTC' })}` : day;
};

/** The line never says that there is nothing to do while something is needed. */
const progressText = ({ step, needs, other_need, review }: ReportReading): string => {
  const { summary, asking } = stepWords[step];
  const isAsked = needs.length > 0 || other_need !== '' || review?.confirmed === null;
  return (isAsked && asking) || summary;
};

interface StatusReportProps {
  report: ReportReading;
  readAt: Date;
  code: string;
  onReview: () => void;
  isUnreached: boolean;
}

export function StatusReport({ report, code, readAt, onReview, isUnreached }: StatusReportProps) {
  const inquires = !report.steps.includes('arrangements');
  return (
    <>
      <p className="soft small">{t('Reference {0}', report.reference)}</p>
      <h1 tabIndex={-1}>{report.name ?? t(inquires ? 'Status of your request' : 'Status of your report')}</h1>
      <p className="lede">
        {t(report.ended ? 'This page is closed. Please call us with any questions.' : progressText(report))}
      </p>
      <p className="soft small">
        {t(
          'Updated {0}. This page refreshes automatically.',
          readAt.toLocaleString(locale(), { dateStyle: 'long', timeStyle: 'short' }),
        )}
      </p>
      <Needs report={report} onReview={onReview} />
      <LoadFailed failed={isUnreached} />
      {report.steps.length > 0 && <Steps report={report} />}
      {report.service && <Service service={report.service} />}
      {report.events.length > 0 && <PublicEvents events={report.events} />}
      {!report.ended && <SendPapers reference={report.reference} code={code} inquires={inquires} />}
      <WhomToCall report={report} />
      <div className="actions block print-never">
        <button type="button" className="button button-secondary" onClick={() => window.print()}>
          {t('Print this page')}
        </button>
      </div>
    </>
  );
}

function Needs({ report: { needs, other_need, review }, onReview }: Pick<StatusReportProps, 'report' | 'onReview'>) {
  const items = [
    ...needs.map((need) => ({ title: t(needWords[need].title), text: t(needWords[need].text) })),
    ...(other_need ? [{ title: other_need, text: '' }] : []),
  ];
  const facts = (label: string) => (
    <button type="button" className="link" onClick={onReview}>
      {t(label)}
    </button>
  );
  const isAsked = review !== null && review.confirmed === null;
  return (
    <>
      {(items.length > 0 || isAsked) && (
        <section className="gaps block">
          <h2>{t('What we need from you')}</h2>
          <ul>
            {isAsked && (
              <li className="need">
                {facts(words.todo)}
                <span>{t(words.todoText)}</span>
              </li>
            )}
            {items.map(({ title, text }) => (
              <li key={title} className="need">
                <b>{title}</b>
                {text && <span>{text}</span>}
              </li>
            ))}
          </ul>
        </section>
      )}
      {review?.confirmed && <p>{facts(words.read)}</p>}
    </>
  );
}

function Steps({ report: { steps, step, reached } }: { report: ReportReading }) {
  const current = steps.indexOf(step);
  return (
    <section className="block">
      <h2>{t('Step by step')}</h2>
      <ol className="steps">
        {steps.map((stepName, index) => {
          const day = reached[stepName];
          return (
            <li
              key={stepName}
              className={index < current ? 'step-done' : index === current ? 'step-now' : undefined}
              aria-current={index === current ? 'step' : undefined}
            >
              <span className="dot" aria-hidden="true">
                {index < current ? <Check /> : index > current ? index + 1 : null}
              </span>
              <div>
                <b>
                  {t(stepWords[stepName].title)}
                  {index < current && <span className="hidden-text">, {t('done')}</span>}
                </b>
                {day && index <= current && <span className="when">{dayText(day)}</span>}
                {index >= current && <p>{t(stepWords[stepName].text)}</p>}
              </div>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

function Service({ service: { date, time, place, note } }: { service: NonNullable<ReportReading['service']> }) {
  return (
    <section className="panel block">
      <h2>{t('The service')}</h2>
      <dl className="facts">
        {date && (
          <div>
            <dt>{t('When')}</dt>
            <dd>{serviceDay(date, time)}</dd>
          </div>
        )}
        {place && (
          <div>
            <dt>{t('Where')}</dt>
            <dd>{place}</dd>
          </div>
        )}
        {note && (
          <div>
            <dt>{t('For the family')}</dt>
            <dd>{note}</dd>
          </div>
        )}
      </dl>
    </section>
  );
}

const timeText = (time: string): string =>
  new Date(`2026-01-01T${time}:00Z`).toLocaleTimeString(locale(), { timeStyle: 'short', timeZone: 'UTC' });

/** A map of the place; the page itself asks no map for anything. */
const mapAddress = (where: string): string => `https://maps.google.com/maps?q=${encodeURIComponent(where)}`;

function PublicEvents({ events }: { events: readonly FamilyEvent[] }) {
  return (
    <section className="panel block">
      <h2>{t('What is planned')}</h2>
      <dl className="facts">
        {events.map(({ kind, title, date, time, end_time, place, address }) => {
          const where = [place, address].filter(Boolean).join(', ');
          return (
            <div key={[kind, date, time, title].join()}>
              <dt>{title || t(dayKindLabels[kind])}</dt>
              <dd>
                {serviceDay(date, time)}
                {time && end_time && ` – ${timeText(end_time)}`}
                {where && (
                  <>
                    <br />
                    {where}{' '}
                    <a href={mapAddress(where)} target="_blank" rel="noreferrer" aria-label={t('Map of {0}', where)}>
                      {t('Map')}
                    </a>
                  </>
                )}
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}

function WhomToCall({ report: { contact, telephone } }: { report: ReportReading }) {
  if (!contact && !telephone) return null;
  const phone = telephone && formatPhone(telephone);
  return (
    <section className="panel panel-tint block">
      <h2>{t('Contact')}</h2>
      <p>
        {contact && `${t('Ask for {0}.', contact)} `}
        {t('Anyone who answers can help you.')}
      </p>
      {phone && (
        <CallLink phone={phone} className="button button-primary call-button">
          {t('Call {0}', phone)}
        </CallLink>
      )}
    </section>
  );
}
