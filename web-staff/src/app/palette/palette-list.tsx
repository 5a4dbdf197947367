import { Fragment } from 'react';
import classes from './palette.module.css';
import type { PaletteEntry, PaletteGroup } from './palette-entries.ts';

/** All lines in their order; a page may stand in two groups, so that the group belongs to the key. */
export const rowsOf = (groups: readonly PaletteGroup[]): { key: string; entry: PaletteEntry }[] =>
  groups.flatMap(({ title, entries }) => entries.map((entry) => ({ key: `${title} ${entry.id}`, entry })));

interface PaletteListProps {
  id: string;
  groups: readonly PaletteGroup[];
  /** The key of the line that Enter takes. */
  active: string | undefined;
  onActive: (key: string) => void;
  onPick: (entry: PaletteEntry) => void;
}

/** The focus stays in the input, which names the active line. */
export const PaletteList = ({ id, groups, active, onActive, onPick }: PaletteListProps) => {
  const keys = rowsOf(groups).map(({ key }) => key);
  return (
    <div id={id} role="listbox" tabIndex={-1} aria-label="Results" className={classes.list}>
      {groups.map(({ title, entries }) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options in a listbox is no fieldset
        <div key={title} role="group" aria-labelledby={`${id}-${title}`}>
          <div id={`${id}-${title}`} role="presentation" className={classes.group}>
            {title}
          </div>
          {rowsOf([{ title, entries }]).map(({ key, entry }) => (
            <div
              key={key}
              id={`${id}-${keys.indexOf(key)}`}
              role="option"
              tabIndex={-1}
              aria-selected={key === active}
              className={classes.option}
              onMouseMove={() => key !== active && onActive(key)}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onPick(entry)}
              onKeyDown={(event) => event.key === 'Enter' && onPick(entry)}
            >
              <entry.icon size={20} stroke={1.6} aria-hidden className={classes.icon} />
              <span className={classes.text}>
                <span className={classes.label}>{entry.label}</span>
                {entry.details && (
                  <span className={classes.details}>
                    {entry.details.map((detail, nth) => (
                      <Fragment key={detail}>
                        {nth > 0 && ' · '}
                        <span className={classes.detail}>{detail}</span>
                      </Fragment>
                    ))}
                  </span>
                )}
              </span>
            </div>
          ))}
        </div>
      ))}
    </div>
  );
};
