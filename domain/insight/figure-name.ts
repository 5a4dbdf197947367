import * as z from 'zod';
import { type FactGroup, factGroups } from './fact.ts';

/** What a figure is the sum of. */
export interface FigureSource {
  readonly group: FactGroup;
  readonly measure: string;
}

/** What a figure that can be opened is called: its group, and what of it. */
export const figureName = ({ group, measure }: FigureSource): string => `${group}.${measure}`;

/** The same as a client says it. */
export const FigureName = z
  .string()
  .max(120)
  .regex(new RegExp(`^(${factGroups.join('|')})\\.[A-Za-z0-9_.-]+$`), 'There is no such figure');

/** What a figure of this name is the sum of; undefined where there is none. */
export const figureSource = (name: string): FigureSource | undefined => {
  const group = factGroups.find((one) => name.startsWith(`${one}.`));
  return group && { group, measure: name.slice(group.length + 1) };
};
