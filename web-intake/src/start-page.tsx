import { t } from './language.ts';
import { LanguageSwitch } from './language-switch.tsx';

/** What `/` shows: the form belongs to one home, so nothing can be reported without its own address. */
export function StartPage() {
  return (
    <main className="page page-short" id="main">
      <LanguageSwitch />
      <h1>{t('Report a Death')}</h1>
      <p className="lead">{t('We are sorry for your loss.')}</p>
      <p>
        {t(
          'Every funeral home has its own address for this form. Please use the link that your funeral home gave you, or the one on its website.',
        )}
      </p>
      <p>
        {t(
          'If you cannot find it, please call your funeral home. They will gladly take your information by telephone.',
        )}
      </p>
    </main>
  );
}
