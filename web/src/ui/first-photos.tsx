const { firstPhotos = [] } = globalThis as { firstPhotos?: HTMLImageElement[] };

const show = (place: HTMLElement | null): void => place?.append(...firstPhotos);

/** The photos of the last visit in the first paint (inline/theme.js), until the screen shows them itself. */
export const FirstPhotos = () => <div data-first-photos="" ref={show} />;

/** Called when their area is left: nothing may show them afterwards, neither another area that loads, nor a session that ends. */
export const forgetFirstPhotos = (): void => void firstPhotos.splice(0);
