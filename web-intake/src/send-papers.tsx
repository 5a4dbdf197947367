import { useState } from 'react';
import { say } from './language.ts';

type Part = typeof import('./papers.tsx').Papers;

interface SendPapersProps {
  reference: string;
  code: string;
  /** Whether it belongs to a death, or to an inquiry. */
  inquires: boolean;
}

/** The way to send photographs of papers with a report; what takes and sends them is fetched when it is wanted. */
export function SendPapers({ reference, code, inquires }: SendPapersProps) {
  const [part, setPart] = useState<{ Papers: Part }>();
  const [failed, setFailed] = useState(false);
  const load = () =>
    import('./papers.tsx').then(
      ({ Papers }) => setPart({ Papers }),
      () => setFailed(true),
    );
  return (
    <section className="block print-never papers-part">
      <h2>{say('Photographs of papers')}</h2>
      {part ? (
        <part.Papers reference={reference} code={code} />
      ) : (
        <>
          <p>
            {say(
              inquires
                ? 'Is there a picture or a paper that we should see? You can send it here.'
                : 'A military discharge paper, an ID or a burial policy: a photograph is enough for now.',
            )}
          </p>
          <p className="block">
            <button type="button" className="button button-secondary" onClick={() => void load()}>
              {say('Send a photograph')}
            </button>
          </p>
        </>
      )}
      <p role="alert" className="entry-problem">
        {failed && say('We could not be reached. Please try again.')}
      </p>
    </section>
  );
}
