import { Link } from '@tanstack/react-router';

const year = new Date().getFullYear();

/** The legal links and copyright line of the public screens. */
export function SiteFooter() {
  return (
    <footer className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 text-small text-ink-2">
      <span>© {year} Innspect</span>
      <nav aria-label="Legal" className="-mx-2 flex flex-wrap">
        <Link
          to="/privacy"
          className="inline-flex min-h-9 items-center px-2 hover:text-ink hover:underline touch:min-h-11"
        >
          Privacy Policy
        </Link>
        <Link
          to="/terms"
          className="inline-flex min-h-9 items-center px-2 hover:text-ink hover:underline touch:min-h-11"
        >
          Terms of Service
        </Link>
        <Link
          to="/contact"
          className="inline-flex min-h-9 items-center px-2 hover:text-ink hover:underline touch:min-h-11"
        >
          Contact
        </Link>
      </nav>
    </footer>
  );
}
