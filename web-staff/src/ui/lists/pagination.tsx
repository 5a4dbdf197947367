import { Button, Group, NativeSelect, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { pageSizes, pageWindow } from '#domain/shared/values/page.ts';
import classes from './pagination.module.css';

/** A page number, or a gap where some are omitted. */
type PagerItem = number | 'gap-before' | 'gap-after';

/** Returns first page, a window of 5 around the current one, and last page, with gaps between (D1 §9). */
export const pagerItems = (page: number, pages: number): PagerItem[] => {
  const window = pageWindow(page, pages);
  const [first = 1, last = 1] = [window[0], window.at(-1)];
  const before: PagerItem[] = first > 2 ? [1, 'gap-before'] : first === 2 ? [1] : [];
  const after: PagerItem[] = last < pages - 1 ? ['gap-after', pages] : last === pages - 1 ? [pages] : [];
  return [...before, ...window, ...after];
};

/** Returns '21–40 of 132', or '0 results'; ends at the last row if the page is not full. */
export const rangeText = (page: number, size: number, count: number, rows = size): string => {
  if (count === 0) return '0 results';
  const all = count.toLocaleString('en-US');
  if (rows === 0) return `0 of ${all}`;
  const from = (page - 1) * size + 1;
  const to = Math.min(from - 1 + rows, count);
  return `${from.toLocaleString('en-US')}–${to.toLocaleString('en-US')} of ${all}`;
};

interface PaginationProps {
  page: number;
  pageSize: number;
  count: number;
  /** Rows on this page, while deleted ones are not yet replaced. */
  rows?: number | undefined;
  onChange: (next: { page: number; pageSize: number }) => void;
}

export const Pagination = ({ page, pageSize, count, rows, onChange }: PaginationProps) => {
  const pages = Math.max(1, Math.ceil(count / pageSize));
  const go = (to: number) => onChange({ page: to, pageSize });
  const step = (label: string, text: ReactNode, to: number) => (
    <Button
      key={label}
      variant={to === page ? 'filled' : 'subtle'}
      className={classes.step}
      size="compact-sm"
      disabled={to < 1 || to > pages}
      onClick={() => go(to)}
      aria-label={label}
      aria-current={to === page ? 'page' : undefined}
    >
      {text}
    </Button>
  );
  return (
    <Group component="nav" aria-label="Pages" justify="space-between" gap="sm">
      <Group gap="sm" wrap="nowrap">
        <Text size="sm" c="dimmed" aria-live="polite">
          {rangeText(page, pageSize, count, rows)}
        </Text>
        <NativeSelect
          size="xs"
          aria-label="Rows per page"
          value={pageSize}
          onChange={(event) => onChange({ page: 1, pageSize: Number(event.currentTarget.value) })}
          data={pageSizes.map((size) => ({ value: String(size), label: `${size} per page` }))}
        />
      </Group>
      {pages > 1 && (
        <Group gap={4}>
          {step('Previous page', '‹', page - 1)}
          {pagerItems(page, pages).map((item) =>
            typeof item === 'number' ? (
              step(`Page ${item}`, item, item)
            ) : (
              <Text key={item} span size="sm" c="dimmed" px={2} aria-hidden>
                …
              </Text>
            ),
          )}
          {step('Next page', '›', page + 1)}
        </Group>
      )}
    </Group>
  );
};
