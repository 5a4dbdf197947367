import { useEffect, useState } from 'react';
import { defaultCondolence } from '#domain/intake/condolence.ts';
import { clearReceipt, type Receipt, readReceipt } from './draft.ts';
import { IntakeForm } from './form/intake-form.tsx';
import { useFuneralHome } from './funeral-home.ts';
import { SiteHeader } from './site-header.tsx';
import { ThankYou } from './thank-you.tsx';

/** 'Report a Death' for one home: filling, then Thank You (D1 §2). The slug is '' while the page is being built. */
export function IntakePage({ slug }: { slug: string }) {
  const home = useFuneralHome(slug);
  const [receipt, setReceipt] = useState<Receipt>();
  // Read after the first render, which must equal the built page.
  useEffect(() => setReceipt(readReceipt(slug)), [slug]);
  const startAgain = () => {
    clearReceipt(slug);
    setReceipt(undefined);
    window.scrollTo(0, 0);
  };
  const phone = home?.phone ?? home?.emergency_phone ?? undefined;
  return (
    <>
      {!receipt && (
        <a className="skip" href="#form">
          Skip to the form
        </a>
      )}
      <SiteHeader home={home} />
      {receipt ? (
        <ThankYou receipt={receipt} home={home} onAnother={startAgain} />
      ) : (
        <main className="page" id="main">
          <h1>Report a Death</h1>
          <p className="condolence">{home?.condolence_message ?? defaultCondolence}</p>
          {home?.isUnknown && (
            <p className="note" role="status">
              We do not know a funeral home at this address. Please check the link that you were given before you fill
              in the form, or call your funeral home.
            </p>
          )}
          <LegalNotice />
          <p className="intro">
            Most families need about 15 minutes. You may pause: your answers stay in this tab. We need everything that
            is not marked “optional”.
          </p>
          <IntakeForm slug={slug} phone={phone} onReceived={setReceipt} />
        </main>
      )}
    </>
  );
}

function LegalNotice() {
  return (
    <section className="notice" aria-labelledby="legal-notice">
      <h2 id="legal-notice">Important Legal Notice</h2>
      <p>
        The vital statistics asked for here are required by law for the death certificate. Please check names, dates and
        numbers with care: errors may delay the burial and add fees.
      </p>
    </section>
  );
}
