import { defaultCondolence } from '#domain/intake/condolence.ts';
import { intakeSections } from '#domain/intake/intake.sections.ts';
import { deviceName } from './form/saved-line.tsx';
import type { Home } from './funeral-home.ts';
import { Unfold } from './icons.tsx';
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
  const condolence = home?.condolence_message ?? defaultCondolence;
  return (
    <main className="page" id="main" tabIndex={-1}>
      <h1>{home?.form?.title ?? 'Report a Death'}</h1>
      <p className={condolence.length > longWords ? 'lede condolence condolence-long' : 'lede condolence'}>
        {condolence}
      </p>
      {home?.form?.notice && <p className="note">{home.form.notice}</p>}
      {home?.isUnknown ? (
        <p className="note note-failure" role="status">
          We do not know a funeral home at this address. Please check the link that you were given, or call your funeral
          home: they will gladly take your information by telephone.
        </p>
      ) : home?.isClosed ? (
        <ClosedForm slug={home.slug} />
      ) : (
        <a className="button button-primary begin" href={goOnWith ? stepHref(goOnWith) : firstStep}>
          {goOnWith ? 'Go on with your saved report' : 'Begin'}
          <small>
            {goOnWith
              ? 'Your answers are still here. You go on where you stopped.'
              : 'About 15 minutes. You can stop at any point and go on later.'}
          </small>
        </a>
      )}
      <section className="block">
        <h2>Good to have near you</h2>
        <ul className="ticks">
          <li>Your loved one’s full legal name and birth date</li>
          <li>Their Social Security Number, now or later</li>
          <li>The names of their parents</li>
          <li>Where your loved one is now</li>
        </ul>
        <p className="soft">Nothing at hand? Begin anyway. “I don’t know” is an answer we can work with.</p>
      </section>
      <details className="fold block">
        <summary>
          <h2>Important Legal Notice</h2>
          <Unfold />
        </summary>
        <p>
          The vital statistics asked for here are required by law for the death certificate. Please check names, dates
          and numbers with care: errors may delay the burial and add fees.
        </p>
      </details>
      <p className="soft small block">{`What you write goes to nobody but ${home?.name ?? 'your funeral home'}.`}</p>
      {goOnWith && (
        <p className="block">
          <button type="button" className="button button-quiet" onClick={onStartOver}>
            Start over and remove my answers from this {deviceName()}
          </button>
        </p>
      )}
    </main>
  );
}

/** The form of this address is closed, but the home's own always is open. */
function ClosedForm({ slug }: { slug: string }) {
  return (
    <div className="note" role="status">
      <p>This form is not open at the moment. You can tell us everything on our main form, or call us.</p>
      <a className="button button-primary" href={`/${slug}`}>
        Go to our main form
      </a>
    </div>
  );
}
