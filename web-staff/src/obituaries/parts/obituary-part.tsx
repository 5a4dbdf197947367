import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import {
  newspapersIn,
  photoAdvice,
  photoAmong,
  photoFailed,
  photoPreview,
  wordCount,
} from '#domain/obituaries/obituary.ts';
import { servicesText } from '#domain/obituaries/obituary-services.ts';
import { useApi } from '../../api/api-context.ts';
import { caseDayQuery } from '../../calendar/parts/day-queries.ts';
import { useDocumentLink } from '../../documents/mutations.ts';
import { documentsQuery } from '../../documents/queries.ts';
import { copyServices } from '../../ui/copy-link.ts';
import classes from './obituary-part.module.css';

type ObituaryField = 'obituary_text' | 'newspapers_for_obituary' | 'obituary_photo_url';
const text = (caseRecord: Case, name: ObituaryField): string =>
  (caseRecord.sections.obituary?.values[name] ?? '').trim();

export const ObituaryPart = ({ caseRecord }: { caseRecord: Case }) => {
  const words = wordCount(text(caseRecord, 'obituary_text'));
  const papers = newspapersIn(text(caseRecord, 'newspapers_for_obituary'));
  const url = text(caseRecord, 'obituary_photo_url');
  const api = useApi();
  const photo = photoAmong(useQuery(documentsQuery(api, caseRecord.id)).data?.results ?? []);
  const { id } = caseRecord;
  const day = useQuery(caseDayQuery(api, id));
  const services = servicesText(day.data?.events ?? []);
  if (words === 0 && papers.length === 0 && !url && !photo && !services) return null;
  return (
    <section className={classes.part} aria-label="Print preview">
      <p className={classes.count}>
        {words} {words === 1 ? 'word' : 'words'}
        {papers.length > 0 && ` for ${papers.length} ${papers.length === 1 ? 'newspaper' : 'newspapers'}`}
      </p>
      {services && (
        <div>
          <p className={classes.quiet}>Services: {services}</p>
          <Button variant="subtle" size="compact-sm" onClick={() => void copyServices(services)}>
            Copy services
          </Button>
        </div>
      )}
      {papers.length > 0 && (
        <ul className={classes.papers} aria-label="Newspapers">
          {papers.map((paper) => (
            <li key={paper}>{paper}</li>
          ))}
        </ul>
      )}
      <div className={classes.photos}>
        {url && <Picture key={url} src={url} caption="From link" />}
        {photo && <DocumentPicture key={photo.id} id={photo.id} name={photo.file_name} />}
      </div>
      {(url || photo) && <p className={classes.quiet}>{photoAdvice}</p>}
    </section>
  );
};

/** A photo from the documents of the case, by a link valid for five minutes. */
const DocumentPicture = ({ id, name }: { id: string; name: string }) => {
  const { mutate, data, isError } = useDocumentLink();
  useEffect(() => mutate({ id, disposition: 'inline' }), [mutate, id]);
  if (isError) return <p className={classes.failed}>{photoFailed}</p>;
  return data ? <Picture src={data} caption={`From case documents: ${name}`} /> : <div className={classes.frame} />;
};

/** A photo as printed, or the documented message if it fails to load (D3 §2 and §8). */
const Picture = ({ src, caption }: { src: string; caption: string }) => {
  const [failed, setFailed] = useState(false);
  return (
    <figure className={classes.figure}>
      {failed ? (
        <p role="alert" className={classes.failed}>
          {photoFailed}
        </p>
      ) : (
        <img
          className={classes.frame}
          width={photoPreview}
          height={photoPreview}
          alt="For the obituary"
          src={src}
          referrerPolicy="no-referrer"
          onError={() => setFailed(true)}
        />
      )}
      <figcaption className={classes.quiet}>{caption}</figcaption>
    </figure>
  );
};
