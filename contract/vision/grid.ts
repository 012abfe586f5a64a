/** Side of the detector's square input, pixels. */
export const inputSize = 512;
/** Cells per side of the grid over the input; a cell has 16 x 16 pixels. */
export const gridSize = 32;
/** How many numbers the detector's inner layers give for a cell. */
export const featureDepth = 240;
