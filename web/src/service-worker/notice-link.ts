/** The screen that a notification opens: a path of this site, whatever it says. */
export function pathOf(link: string, origin: string): string {
  const url = URL.parse(link, origin);
  return url?.origin === origin ? `${url.pathname}${url.search}` : '/';
}
