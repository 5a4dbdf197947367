import { Link } from 'react-router';
import type { Figure } from '#domain/insight/insight.schema.ts';
import { firstDay, lastDay } from '#domain/insight/periods.ts';
import { isKnown, valueText } from '#domain/insight/value-text.ts';
import { behindPath, differenceText } from './figure-text.ts';
import classes from './figure-tiles.module.css';

const records = ({ of, value, unit }: Figure): string => {
  // Of a share it says how many there are in all.
  const count = unit === 'count' ? Number(value) : unit === 'percent' ? null : of;
  return count === null ? 'What it is made of' : `The ${count.toLocaleString('en-US')} behind it`;
};

const note = (figure: Figure): string => {
  if (!isKnown(figure)) return 'None in these days';
  const { behind } = figure;
  const isStanding = behind !== null && behind.from <= firstDay && behind.to >= lastDay;
  return differenceText(figure) ?? (isStanding ? 'As it stands now' : '');
};

const textOf = (figure: Figure): string => (isKnown(figure) ? valueText(figure.unit, figure.value) : '–');

/** More letters than a tile holds at full size: millions with their cents. */
const roomy = 12;

const Tile = ({ figure }: { figure: Figure }) => (
  <li className={classes.tile}>
    <span className={classes.tileTitle}>{figure.title}</span>
    <span className={classes.tileValue} data-long={textOf(figure).length > roomy || undefined}>
      {textOf(figure)}
    </span>
    <span className={classes.tileNote}>{note(figure)}</span>
    {figure.behind && isKnown(figure) && (Number(figure.value) !== 0 || (figure.of ?? 0) !== 0) && (
      <Link
        className={classes.behind}
        to={behindPath(figure.behind, figure.title)}
        aria-label={`${records(figure)}: ${figure.title}`}
      >
        {records(figure)}
      </Link>
    )}
  </li>
);

/** The figures that matter most, side by side, each with what it is compared with and the way to its records. */
export const FigureTiles = ({ figures, label }: { figures: readonly Figure[]; label: string }) => (
  <ul className={classes.tiles} aria-label={label}>
    {figures.map((figure) => (
      <Tile key={figure.id} figure={figure} />
    ))}
  </ul>
);
