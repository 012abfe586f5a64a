const { firstPhotos = [] } = globalThis as { firstPhotos?: HTMLImageElement[] };

/** The photos of the last visit in the first paint (inline/theme.js), until the screen shows them itself. */
export const FirstPhotos = () => <div data-first-photos="" ref={(place) => place?.append(...firstPhotos)} />;
