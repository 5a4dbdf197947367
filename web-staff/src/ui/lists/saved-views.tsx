import { IconX } from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import { type ListView, maxListViews } from '#domain/team/list-views.ts';
import { usePreserveFocus } from '../preserve-focus.ts';
import classes from './saved-views.module.css';

/** A name, and the filters as in the URL: 'status=new'. */
export type SavedView = Pick<ListView, 'name' | 'query'>;

/** Search text and page are not part of a view. */
const queryOf = (params: URLSearchParams): string => {
  const filters = new URLSearchParams(params);
  for (const name of ['page', 'page_size', 'search']) filters.delete(name);
  filters.sort();
  return filters.toString();
};

/** A user's saved views; a search, which may contain names, is never saved. */
export interface OwnViews {
  views: readonly SavedView[];
  save: (view: SavedView) => void;
  forget: (view: SavedView) => void;
}

interface SavedViewsProps {
  /** The first is the whole list. */
  views: readonly SavedView[];
  own: OwnViews;
  nameOf: (params: URLSearchParams) => string;
}

export const SavedViews = ({ views, own, nameOf }: SavedViewsProps) => {
  const [params, setParams] = useSearchParams();
  const current = queryOf(params);
  const all = [...views, ...own.views];
  const isCurrent = ({ query }: SavedView): boolean => queryOf(new URLSearchParams(query)) === current;
  const isKnown = all.some(isCurrent);
  const name = isKnown ? '' : nameOf(params);
  const list = usePreserveFocus<HTMLUListElement>();
  return (
    // The button that saves or deletes a filter disappears when pressed, so focus moves to the list.
    <ul ref={list} tabIndex={-1} className={classes.views} aria-label="Saved filters">
      {all.map((view, index) => (
        <li key={view.query} className={classes.view} data-current={isCurrent(view)}>
          <button
            type="button"
            aria-pressed={isCurrent(view)}
            onClick={() => setParams(new URLSearchParams(view.query))}
          >
            {view.name}
          </button>
          {index >= views.length && (
            <button
              type="button"
              className={classes.remove}
              aria-label={`Delete filter ${view.name}`}
              onClick={() => own.forget(view)}
            >
              <IconX size={14} aria-hidden />
            </button>
          )}
        </li>
      ))}
      {name && own.views.length < maxListViews && (
        <li className={classes.view}>
          <button type="button" onClick={() => own.save({ name, query: current })}>
            Save “{name}”
          </button>
        </li>
      )}
    </ul>
  );
};
