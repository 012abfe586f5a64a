/** Longest side of the shared copies, in pixels. */
export const previewSize = 1600;
export const thumbnailSize = 320;
