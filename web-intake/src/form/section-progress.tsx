import { useState } from 'react';
import { intakeSections } from '#domain/intake/intake.sections.ts';
import { useFormSnapshot } from './form-store.ts';
import { countCompleteSections, countGaps, type FormSection, sectionAnchor } from './gaps.ts';

const total = intakeSections.length;

/** How far the family is, and the way to each section: a bar that unfolds on a phone, a column on a wide screen. */
export function SectionProgress() {
  const complete = useFormSnapshot(countCompleteSections);
  const [unfolded, setUnfolded] = useState(false);
  return (
    <nav
      className="progress"
      aria-label="Sections of this form"
      onKeyDown={(event) => event.key === 'Escape' && setUnfolded(false)}
    >
      <div className="progress-bar">
        <p id="progress-text" role="status">
          {complete} of {total} sections complete
        </p>
        <button
          type="button"
          className="button-secondary progress-toggle"
          aria-expanded={unfolded}
          aria-controls="section-list"
          onClick={() => setUnfolded(!unfolded)}
        >
          Sections
        </button>
        <progress max={total} value={complete} aria-labelledby="progress-text" />
      </div>
      <ol id="section-list" className={unfolded ? 'section-list unfolded' : 'section-list'}>
        {intakeSections.map((section) => (
          <SectionLink key={section.id} section={section} onFollowed={() => setUnfolded(false)} />
        ))}
      </ol>
    </nav>
  );
}

function SectionLink({ section, onFollowed }: { section: FormSection; onFollowed: () => void }) {
  const left = useFormSnapshot((snapshot) => countGaps(section, snapshot));
  return (
    <li>
      <a href={`#${sectionAnchor(section)}`} onClick={onFollowed} className={left ? undefined : 'complete'}>
        <span>{section.title}</span>
        <span className="left">{left ? `${left} left` : <span className="hidden-text">Complete</span>}</span>
      </a>
    </li>
  );
}
