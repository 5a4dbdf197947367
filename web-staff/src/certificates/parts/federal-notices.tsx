import type { Case } from '#domain/cases/case-wire.schema.ts';
import { socialSecurityNotices, veteransNotices } from '#domain/certificates/federal-notices.ts';
import { formatDate } from '#domain/shared/values/calendar-date.ts';
import classes from './certificates.module.css';

interface FederalNoticesProps {
  caseRecord: Case;
  section: 'deathCertificate' | 'veteran';
}

export const FederalNotices = ({ caseRecord, section }: FederalNoticesProps) => {
  const values = caseRecord.sections[section]?.values ?? {};
  const notices = section === 'veteran' ? veteransNotices(values) : socialSecurityNotices(values);
  if (notices.length === 0) return null;
  return (
    <ul className={classes.notices} aria-label={section === 'veteran' ? 'Veterans Affairs (VA)' : 'Social Security'}>
      {notices.map(({ text, source }) => (
        <li key={text}>
          {text}
          <div className={classes.dim}>
            {source.text}, reviewed {formatDate(source.reviewed)}
          </div>
        </li>
      ))}
    </ul>
  );
};
