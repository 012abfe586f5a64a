/** The path of the screen that a notification opens; it always stays on this site, whatever the link contains. */
export function pathOf(link: string, origin: string): string {
  const url = URL.parse(link, origin);
  return url?.origin === origin ? `${url.pathname}${url.search}` : '/';
}
