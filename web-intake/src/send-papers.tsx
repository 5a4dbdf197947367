import { t } from './language.ts';
import { LoadFailed } from './load-failed.tsx';
import { useLazyModule } from './use-lazy-module.ts';

interface SendPapersProps {
  reference: string;
  code: string;
  /** Whether it belongs to a death, or to an inquiry. */
  inquires: boolean;
}

/** The way to send photographs of papers with a report; what takes and sends them is fetched when it is wanted. */
export function SendPapers({ reference, code, inquires }: SendPapersProps) {
  const { Part, failed, fetchPart } = useLazyModule(() => import('./papers.tsx').then(({ Papers }) => Papers));
  return (
    <section className="block print-never papers-part">
      <h2>{t('Photographs of papers')}</h2>
      {Part ? (
        <Part reference={reference} code={code} />
      ) : (
        <>
          <p>
            {t(
              inquires
                ? 'Is there a picture or a paper that we should see? You can send it here.'
                : 'A military discharge paper, an ID or a burial policy: a photograph is enough for now.',
            )}
          </p>
          <p className="block">
            <button type="button" className="button button-secondary" onClick={fetchPart}>
              {t('Send a photograph')}
            </button>
          </p>
        </>
      )}
      <LoadFailed failed={failed} />
    </section>
  );
}
