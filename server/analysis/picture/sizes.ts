/** Longest side of the shared copies, in pixels. */
export const previewSize = 1600;
export const thumbnailSize = 320;
/** Of the copy for paper: 386 pixels an inch at the width of a page's picture. */
export const printSize = 900;
