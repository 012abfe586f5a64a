/** The side of the detector's square input, in pixels. */
export const inputSize = 512;
/** The number of cells per side of the grid over the input; a cell has 16 x 16 pixels. */
export const gridSize = 32;
/** The number of features per cell from the detector's inner layers. */
export const featureDepth = 240;
