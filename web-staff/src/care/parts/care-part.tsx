import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId } from 'react';
import { Link } from 'react-router';
import { partText } from '#domain/care/entry-text.ts';
import { useApi } from '../../api/api-context.ts';
import classesOfPanel from '../../cases/parts/case-sidebar.module.css';
import { paths } from '../../paths.ts';
import { useCan } from '../../team/parts/current-user.ts';
import { QueryState } from '../../ui/feedback/states.tsx';
import { useIsNarrow } from '../../ui/page/use-screen-width.ts';
import classes from '../care.module.css';
import { stayText, TagCode } from '../care-text.tsx';
import { custodyQuery } from '../queries.ts';

/** The places of the body and its remains, next to a case. */
export const CarePart = ({ caseId }: { caseId: string }) => {
  const query = useQuery(custodyQuery(useApi(), caseId));
  if (!query.data) return <QueryState query={query} rows={1} />;
  const subjects = query.data.subjects.filter(({ state }, at, all) => state !== 'ended' || at === all.length - 1);
  return (
    <div className={classes.part}>
      {subjects.map((subject) => (
        <span key={subject.id}>
          <b>{subject.place?.name ?? 'Not in care yet'}</b>
          <span>{[partText(subject), stayText(subject.since, new Date())].filter(Boolean).join(' · ')}</span>
          <TagCode tag={subject.tag} />
        </span>
      ))}
      <Anchor component={Link} to={paths.caseCare(caseId)} inherit>
        {subjects.length === 0 ? 'Assign a tag' : 'Chain of custody and effects'}
      </Anchor>
    </div>
  );
};

interface CareReaderProps {
  caseId: string;
  onPlace: (name: string | undefined) => void;
}

/** Tells the head of a case, which is drawn before this script has loaded, where the person is in care. */
export const CareReader = ({ caseId, onPlace }: CareReaderProps) => {
  const { data } = useQuery(custodyQuery(useApi(), caseId));
  const place = data?.subjects.find((subject) => subject.state !== 'ended' && subject.place)?.place?.name;
  useEffect(() => onPlace(place), [onPlace, place]);
  return null;
};

/** Below the sections where the screen has no sidebar. */
export const CarePanel = ({ caseId }: { caseId: string }) => {
  const can = useCan();
  const heading = useId();
  return (
    useIsNarrow() &&
    can('care:read') && (
      <section className={classesOfPanel.panel} aria-labelledby={heading} style={{ marginTop: '1rem' }}>
        <div className={classesOfPanel.head}>
          <h2 id={heading} className={classesOfPanel.title}>
            Care
          </h2>
        </div>
        <CarePart caseId={caseId} />
      </section>
    )
  );
};
