import type { ReactNode } from 'react';

/** An entry of the palette. */
export interface PaletteAction {
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  /** More words that find it. */
  readonly keywords?: string;
  readonly leftSection: ReactNode;
  readonly onClick: () => void;
}

export interface PaletteGroup {
  readonly group: string;
  readonly actions: readonly PaletteAction[];
}

/** The entries that contain every word of a text, by group; all of them for an empty text. */
export function matchActions(groups: readonly PaletteGroup[], text: string): PaletteGroup[] {
  const words = text.trim().toLowerCase().split(/\s+/);
  const isMatch = ({ label, description = '', keywords = '' }: PaletteAction) => {
    const all = `${label} ${description} ${keywords}`.toLowerCase();
    return words.every((word) => all.includes(word));
  };
  return groups
    .map(({ group, actions }) => ({ group, actions: actions.filter(isMatch) }))
    .filter(({ actions }) => actions.length > 0);
}
