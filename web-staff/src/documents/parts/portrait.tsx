import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { photoAmong } from '#domain/obituaries/obituary.ts';
import { useApi } from '../../api/api-context.ts';
import { useDocumentLink } from '../mutations.ts';
import { documentsQuery } from '../queries.ts';

interface PortraitProps {
  caseId: string;
  name: string;
  className: string | undefined;
  /** Shown until there is a photo, in a box of the same size. */
  children: ReactNode;
}

/** Shows the newest photo among the documents of the case; asks for no file if there is none. */
export const Portrait = ({ caseId, children, ...shown }: PortraitProps) => {
  const documents = useQuery(documentsQuery(useApi(), caseId)).data?.results ?? [];
  const photo = photoAmong(documents);
  return photo ? (
    <Photo key={photo.id} id={photo.id} {...shown}>
      {children}
    </Photo>
  ) : (
    children
  );
};

const Photo = ({ id, name, className, children }: Omit<PortraitProps, 'caseId'> & { id: string }) => {
  const { mutate, data: link } = useDocumentLink();
  const [failed, setFailed] = useState(false);
  useEffect(() => mutate({ id, disposition: 'inline' }), [mutate, id]);
  if (!link || failed) return children;
  return (
    <img
      className={className}
      width={48}
      height={48}
      alt={name ? `Portrait of ${name}` : 'Portrait'}
      src={link}
      referrerPolicy="no-referrer"
      onError={() => setFailed(true)}
    />
  );
};
