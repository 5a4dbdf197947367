import { useEffect, useState } from 'react';
import type { EmailedDraft } from './calls.ts';
import { parseDraftLink } from './page-address.ts';

type Page = typeof import('./resume-report-page.tsx').ResumeReportPage;

/**
 * The report that a mailed link names, with the page that opens it, which is fetched for such a link alone. The secret
 * leaves the address at once: it must not lie in the browser's history.
 */
export const useMailedReport = () => {
  const [copy, setCopy] = useState<EmailedDraft>();
  const [found, setFound] = useState<{ Page: Page }>();
  useEffect(() => {
    const read = () => {
      const named = parseDraftLink(window.location.hash);
      if (!named) return;
      history.replaceState(history.state, '', window.location.pathname);
      setCopy(named);
      // Where it cannot be had the beginning of the form stays; the link can be opened again.
      import('./resume-report-page.tsx').then(
        ({ ResumeReportPage: MailedReport }) => setFound({ Page: MailedReport }),
        () => setCopy(undefined),
      );
    };
    read();
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, []);
  return { copy, Page: found?.Page, leave: () => setCopy(undefined) };
};
