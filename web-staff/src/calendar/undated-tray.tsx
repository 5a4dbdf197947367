import { Anchor, Button } from '@mantine/core';
import { Link } from 'react-router';
import type { Calendar } from '#domain/calendar/calendar.schema.ts';
import { nameOf } from '#domain/calendar/calendar-events.ts';
import type { CaseRow } from '#domain/cases/case.schema.ts';
import { paths } from '../paths.ts';
import { Queue, QueueRow, QueueRows } from '../ui/lists/queue.tsx';
import classes from './calendar.module.css';

const maxShown = 6;
export const draggedCase = 'application/x-stillwater-case';

interface UndatedTrayProps {
  undated: Calendar['undated'];
  onSet: ((row: CaseRow) => void) | undefined;
  hasDays: boolean;
}

export const UndatedTray = ({ undated, onSet, hasDays }: UndatedTrayProps) => (
  <Queue
    title="No date set"
    count={undated.count}
    isMore={!undated.count_is_exact}
    aside={onSet && hasDays && undated.cases.length > 0 && <span className={classes.hint}>Drag to a day</span>}
    foot={
      undated.cases.length > maxShown && (
        <Anchor component={Link} to={`${paths.cases}?ordering=-service_date`} inherit>
          View all in Cases
        </Anchor>
      )
    }
  >
    {undated.cases.length === 0 ? (
      <p className={classes.quiet}>Every service has a date.</p>
    ) : (
      <QueueRows label="No date set">
        {undated.cases.slice(0, maxShown).map((row) => (
          <QueueRow
            key={row.id}
            to={paths.case(row.id)}
            name={nameOf(row)}
            lines={[[row.funeral_home_name, row.case_number].join(' · ')]}
            onDragStart={
              onSet &&
              (({ dataTransfer }) => {
                dataTransfer.setData(draggedCase, row.id);
                // Browsers drop nothing unless the allowed effect includes the grid's copy.
                dataTransfer.effectAllowed = 'copyMove';
              })
            }
            actions={
              onSet && (
                <Button variant="default" onClick={() => onSet(row)} aria-label={`Set date: ${nameOf(row)}`}>
                  Set date
                </Button>
              )
            }
          />
        ))}
      </QueueRows>
    )}
  </Queue>
);
