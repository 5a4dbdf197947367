import type { ReactNode } from 'react';

/** A component of `ui/` in each of its states. */
export interface GalleryItem {
  name: string;
  states: Readonly<Record<string, ReactNode>>;
}
