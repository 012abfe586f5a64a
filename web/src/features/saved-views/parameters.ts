import { savedParameters, type SavedList, type SavedSearch } from '#contract/saved-views.ts';

/** The query parameters of a screen that a saved view of the list contains. */
export const savedParametersOf = (list: SavedList, search: SavedSearch): SavedSearch =>
  Object.fromEntries(savedParameters[list].flatMap((name) => (search[name] ? [[name, search[name]]] : [])));

/** The query parameters to set in order to open a view; those that the view does not contain are cleared. */
export const parametersToOpen = (list: SavedList, search: SavedSearch): Record<string, string | undefined> =>
  Object.fromEntries(savedParameters[list].map((name) => [name, search[name] || undefined]));

/** Whether the screen currently shows a view. */
export const isOpenView = (list: SavedList, view: SavedSearch, search: SavedSearch): boolean =>
  savedParameters[list].every((name) => (view[name] || undefined) === (search[name] || undefined));
