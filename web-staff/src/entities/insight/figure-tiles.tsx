import { Link } from 'react-router';
import type { Figure } from '#domain/insight/insight.schema.ts';
import { behindPath, differenceText, valueText } from './figure-text.ts';
import classes from './figure-tiles.module.css';

const records = ({ of, value, unit }: Figure): string => {
  const count = unit === 'count' ? Number(value) : of;
  return count === null ? 'What it is made of' : `The ${count.toLocaleString('en-US')} behind it`;
};

const Tile = ({ figure }: { figure: Figure }) => (
  <li className={classes.tile}>
    <span className={classes.tileTitle}>{figure.title}</span>
    <span className={classes.tileValue}>{valueText(figure.unit, figure.value)}</span>
    <span className={classes.tileNote}>{differenceText(figure) ?? 'As it stands now'}</span>
    {figure.behind && (
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
