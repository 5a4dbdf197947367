import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { TimeAgo } from '../../ui/time/time-ago.tsx';
import classes from './like-cases.module.css';

interface LikeRecordsProps {
  /** 'reports' or 'first calls'. */
  noun: string;
  records: readonly {
    id: string;
    deceased_full_name: string;
    created_at: string;
    status: 'new' | 'contacted' | 'draft' | 'active' | 'converted';
    case_id: string | null;
    case_number: string | null;
  }[];
  pathOf: (id: string) => string;
}

/** Shows records of the other kind that may be about the same death. */
export const LikeRecords = ({ noun, records, pathOf }: LikeRecordsProps) =>
  records.length > 0 && (
    <Notice tone="warning" title="Possible duplicate">
      These {noun} may be about the same death:
      <ul className={classes.list}>
        {records.map(({ id, deceased_full_name, created_at, status, case_id, case_number }) => (
          <li key={id}>
            <Anchor component={Link} to={pathOf(id)} inherit underline="always">
              {deceased_full_name.trim() || 'Name not given'}
            </Anchor>
            , <TimeAgo at={created_at} /> <StatusBadge status={status} />{' '}
            {case_id && (
              <Anchor component={Link} to={paths.case(case_id)} inherit underline="always">
                Case {case_number}
              </Anchor>
            )}
          </li>
        ))}
      </ul>
    </Notice>
  );
