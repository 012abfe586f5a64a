/** The longest side of the shared copies, in pixels. */
export const previewSize = 1600;
export const thumbnailSize = 320;
/** The longest side of the print copy: 386 pixels per inch at the width of a page's picture. */
export const printSize = 900;
