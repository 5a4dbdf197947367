import { defaultCondolence, firstWords } from '#domain/intake/condolence.ts';
import { intakeSections } from '#domain/intake/intake.sections.ts';
import { isInquiry } from '#domain/managed-forms/form-kinds.ts';
import { ownText } from '#domain/managed-forms/form-translations.ts';
import { deviceName } from './form/save-status.tsx';
import { formTitle, type Home } from './funeral-home.ts';
import { t, useLanguage } from './language.ts';
import { type Step, stepHref } from './steps.ts';

interface WelcomeProps {
  home: Home;
  /** The step to go on with, where answers are kept. */
  goOnWith: Step | undefined;
  onStartOver: () => void;
}

/** A home's own words that are longer than this are set smaller. */
const longWords = 120;

const firstStep = stepHref(intakeSections[0]?.id ?? '');

/** What a family meets first: words, one number, one way on; no field yet. */
export function Welcome({ home, goOnWith, onStartOver }: WelcomeProps) {
  const language = useLanguage();
  const inSpanish = language === 'es' ? home?.form?.spanish?.condolence_message : undefined;
  const kind = home?.form?.kind;
  // A home's own words are English: whoever reads Spanish is met in it, by ours where the home has none.
  const condolence =
    language === 'es' ? inSpanish || t(firstWords[kind ?? 'at_need']) : (home?.condolence_message ?? defaultCondolence);
  const notice = home?.form && ownText(home.form, 'notice', language);
  return (
    <main className="page" id="main" tabIndex={-1}>
      <h1>{formTitle(home, language)}</h1>
      <p className={condolence.length > longWords ? 'lede condolence condolence-long' : 'lede condolence'}>
        {condolence}
      </p>
      {notice && <p className="note">{notice}</p>}
      {home?.isUnknown ? (
        <p className="note note-failure" role="status">
          {t(
            'We do not know a funeral home at this address. Please check the link that you were given, or call your funeral home: they will gladly take your information by telephone.',
          )}
        </p>
      ) : home?.isClosed ? (
        <ClosedForm slug={home.slug} />
      ) : (
        <a className="button button-primary begin" href={goOnWith ? stepHref(goOnWith) : firstStep}>
          {t(goOnWith ? 'Go on with your saved report' : 'Begin')}
          <small>
            {t(
              goOnWith
                ? 'Your answers are still here. You go on where you stopped.'
                : isInquiry(kind)
                  ? 'About 5 minutes. You can stop at any point and go on later.'
                  : 'About 15 minutes. You can stop at any point and go on later.',
            )}
          </small>
        </a>
      )}
      {!isInquiry(kind) && <BeforeReporting />}
      <p className="soft small block">
        {t('What you write goes to nobody but {0}.', home?.name ?? t('your funeral home'))}
      </p>
      {goOnWith && (
        <p className="block">
          <button type="button" className="button button-quiet" onClick={onStartOver}>
            {t(`Start over and remove my answers from this ${deviceName()}`)}
          </button>
        </p>
      )}
    </main>
  );
}

/** What a report of a death takes, and what the law says of it. */
function BeforeReporting() {
  return (
    <>
      <section className="block">
        <h2>{t('Good to have near you')}</h2>
        <ul className="ticks">
          <li>{t('Your loved one’s full legal name and birth date')}</li>
          <li>{t('Their Social Security Number, now or later')}</li>
          <li>{t('The names of their parents')}</li>
          <li>{t('Where your loved one is now')}</li>
        </ul>
        <p className="soft">{t('Nothing at hand? Begin anyway. “I don’t know” is an answer we can work with.')}</p>
      </section>
      <section className="block">
        <h2>{t('Important Legal Notice')}</h2>
        <p>
          {t(
            'The vital statistics asked for here are required by law for the death certificate. Please check names, dates and numbers with care: errors may delay the burial and add fees.',
          )}
        </p>
      </section>
    </>
  );
}

/** The form of this address is closed, but the home's own always is open. */
function ClosedForm({ slug }: { slug: string }) {
  return (
    <div className="note" role="status">
      <p>{t('This form is not open at the moment. You can tell us everything on our main form, or call us.')}</p>
      <a className="button button-primary" href={`/${slug}`}>
        {t('Go to our main form')}
      </a>
    </div>
  );
}
