import './no-eval.ts';
import { IntakePage } from './intake-page.tsx';
import { t } from './language.ts';
import type { PageAddress } from './page-address.ts';
import { LanguageSwitch } from './site-header.tsx';
import { Toasts } from './toasts.tsx';

function StartPage() {
  return (
    <main className="page page-short" id="main">
      <LanguageSwitch />
      <h1>{t('Report a Death')}</h1>
      <p className="lead">{t('We are sorry for your loss.')}</p>
      <p>
        {t(
          'Each funeral home has its own page for this form. Please use the link your funeral home gave you, or the one on its website.',
        )}
      </p>
      <p>{t('If you cannot find it, please call your funeral home. They can take your information by phone.')}</p>
    </main>
  );
}

/** The status page is separate, so that it loads none of this code (status-app.tsx). */
export function App({ address }: { address: PageAddress }) {
  return (
    <>
      <PageView address={address} />
      <Toasts />
    </>
  );
}

function PageView({ address }: { address: PageAddress }) {
  if (address.page === 'form') return <IntakePage slug={address.slug} form={address.form} />;
  return <StartPage />;
}
