import { useEffect } from 'react';

/** A style sheet of the document as long as anybody uses it. */
function createSharedSheet() {
  let users = 0;
  let sheet: CSSStyleSheet | null = null;
  return {
    add(css: string): void {
      users += 1;
      if (sheet) return;
      sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    },
    remove(): void {
      users -= 1;
      if (users > 0) return;
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
      sheet = null;
    },
  };
}

/**
 * Replaces the function of the package react-style-singleton, by which react-remove-scroll styles the page behind a
 * dialog. The package inserts a style element, which the content security policy forbids; this adopts a style sheet.
 * The styles are those of the first user, as in the package.
 */
export function styleSingleton() {
  const sheet = createSharedSheet();
  return function Sheet({ styles }: { styles: string }): null {
    useEffect(() => {
      sheet.add(styles);
      return sheet.remove;
    }, [styles]);
    return null;
  };
}
