/** The colour scheme: that of the system, light or dark. */
export type Theme = 'system' | 'light' | 'dark';

const KEY = 'portolan.theme';
const NEXT: Readonly<Record<Theme, Theme>> = { system: 'light', light: 'dark', dark: 'system' };

export function currentTheme(): Theme {
  const stored = localStorage.getItem(KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

/** Applies a theme and keeps the choice. */
export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  localStorage.setItem(KEY, theme);
}

/** Returns the theme that the switch changes to. */
export const nextTheme = (theme: Theme): Theme => NEXT[theme];
