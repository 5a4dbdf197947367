import { useLocalStorage } from '@mantine/hooks';
import { IconX } from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import classes from './saved-views.module.css';

export interface SavedView {
  name: string;
  /** The filters as they stand in the address: 'status=new'. */
  query: string;
}

const ownLimit = 8;

/** Search words and pages are not part of a view. */
const queryOf = (params: URLSearchParams): string => {
  const kept = new URLSearchParams(params);
  for (const name of ['page', 'page_size', 'search']) kept.delete(name);
  kept.sort();
  return kept.toString();
};

/** A search that names people is not kept in the browser: a view holds filters alone. Without views nothing is kept. */
const useOwnViews = (list: string) => {
  const key = `stillwater.views.${list}`;
  const [own = [], setOwn] = useLocalStorage<SavedView[] | undefined>({ key, getInitialValueInEffect: false });
  return [own, (next: SavedView[]) => setOwn(next)] as const;
};

interface SavedViewsProps {
  /** Which list: views of one do not stand over another. */
  list: string;
  /** Those that everybody has; the first one is the whole list. */
  views: readonly SavedView[];
  /** What the filters in the address are called, for the name of a new view. */
  nameOf: (params: URLSearchParams) => string;
}

/** The filters that somebody uses every day, one click each, over a list. */
export const SavedViews = ({ list, views, nameOf }: SavedViewsProps) => {
  const [params, setParams] = useSearchParams();
  const [own, setOwn] = useOwnViews(list);
  const current = queryOf(params);
  const all = [...views, ...own];
  const isKnown = all.some(({ query }) => query === current);
  const name = isKnown ? '' : nameOf(params);
  return (
    <ul className={classes.views} aria-label="Saved filters">
      {all.map(({ name, query }, index) => (
        <li key={query} className={classes.view} data-current={query === current}>
          <button type="button" aria-pressed={query === current} onClick={() => setParams(new URLSearchParams(query))}>
            {name}
          </button>
          {index >= views.length && (
            <button
              type="button"
              className={classes.remove}
              aria-label={`Forget the filter ${name}`}
              onClick={() => setOwn(own.filter((one) => one.query !== query))}
            >
              <IconX size={14} aria-hidden />
            </button>
          )}
        </li>
      ))}
      {name && own.length < ownLimit && (
        <li className={classes.view}>
          <button type="button" onClick={() => setOwn([...own, { name, query: current }])}>
            Save “{name}”
          </button>
        </li>
      )}
    </ul>
  );
};
