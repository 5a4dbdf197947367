import { t } from '../language.ts';
import { stepHref } from '../steps.ts';
import type { AnswerSummary, Piece, Sentence } from './answer-summary.ts';
import type { FormSnapshot } from './form-store.ts';
import { type FormSection, titleOf } from './missing-answers.ts';

interface ReadBackProps {
  sections: readonly FormSection[];
  answerSummary: AnswerSummary;
  subject: FormSnapshot['subject'];
  canChange?: boolean;
}

export function AnswerSummaryView({ sections, answerSummary, subject, canChange = false }: ReadBackProps) {
  return sections
    .filter(({ id }) => answerSummary[id] !== undefined)
    .map((section) => {
      const title = titleOf(section, { subject });
      return (
        <section key={section.id} className="read">
          <div className="read-head">
            <h2>{title}</h2>
            {canChange && (
              <a href={stepHref(section.id)}>
                {t('Change')}
                <span className="hidden-text"> {title}</span>
              </a>
            )}
          </div>
          <Sentences sentences={answerSummary[section.id] ?? []} />
        </section>
      );
    });
}

function Sentences({ sentences }: { sentences: readonly Sentence[] }) {
  if (sentences.length === 0) return <p className="soft">{t('Nothing entered yet.')}</p>;
  return sentences.map((pieces, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: sentences have no name of their own and no state
    <p key={index}>{pieces.map(pieceOf)}</p>
  ));
}

const pieceOf = (piece: Piece, index: number) => {
  if (typeof piece === 'string') return piece;
  if ('strong' in piece) return <strong key={index}>{piece.strong}</strong>;
  return (
    <span key={index} className="tag">
      {piece.tag}
    </span>
  );
};
