import { useEffect, useRef } from 'react';
import { CallLink } from './call-link.tsx';
import { deviceName } from './form/save-status.tsx';
import type { useDraft } from './form/use-draft.ts';
import { type Home, homePhone } from './funeral-home.ts';
import { t } from './language.ts';
import { LoadFailed } from './load-failed.tsx';
import { start, stepHref } from './steps.ts';
import { useLazyModule } from './use-lazy-module.ts';

interface LaterPageProps {
  home: Home;
  slug: string;
  form: string | undefined;
  draft: ReturnType<typeof useDraft>;
  onForget: () => void;
}

/** A pause: where the answers are, for how long, and how to go on or to have them removed. */
export function SaveForLaterPage({ home, slug, form, draft, onForget }: LaterPageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, []);
  const device = deviceName();
  const phone = homePhone(home);
  return (
    <main className="page" id="main" tabIndex={-1}>
      <h1 ref={heading} tabIndex={-1}>
        {t('Your answers are saved')}
      </h1>
      <p className="lede">{t('Go on whenever you are ready. You may close this page.')}</p>
      <ul className="ticks block">
        <li>{t(`They stay on this ${device} for seven days. Open this page again on the same ${device} to go on.`)}</li>
        <li>{t('The Social Security Number is never saved: you would type it again.')}</li>
        <li>{t('Nothing has been sent yet.')}</li>
      </ul>
      <ByMail slug={slug} form={form} draft={draft} />
      <div className="actions block">
        <a className="button button-primary" href={stepHref(draft.kept.goOnWith ?? start)}>
          {t('Go on now')}
        </a>
        {phone && <CallLink phone={phone}>{t('Tell us by telephone instead')}</CallLink>}
        <button type="button" className="button button-quiet" onClick={onForget}>
          {t(`Remove my answers from this ${device}`)}
        </button>
      </div>
    </main>
  );
}

/** The way on from another device: what asks for an address is fetched when it is wanted. */
function ByMail({ slug, form, draft }: Pick<LaterPageProps, 'slug' | 'form' | 'draft'>) {
  const { Part, failed, fetchPart } = useLazyModule(() => import('./mail-link.tsx').then(({ MailLink }) => MailLink));
  return (
    <section className="block">
      <h2>{t('On another device')}</h2>
      <p className="soft">{t('We mail you a link. It opens your answers there, after a code that we mail as well.')}</p>
      {Part ? (
        <Part
          slug={slug}
          form={form}
          draft={draft.current}
          email={String(draft.current().values.submitter_email ?? '')}
          onKept={draft.addCopy}
        />
      ) : (
        <p className="block">
          <button type="button" className="button button-secondary" onClick={fetchPart}>
            {t('Mail me a link')}
          </button>
        </p>
      )}
      <LoadFailed failed={failed} />
    </section>
  );
}
