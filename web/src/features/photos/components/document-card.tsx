import { ChevronDown, ExternalLink, FileText } from 'lucide-react';
import { t } from '#contract/language.ts';
import type { Photo } from '#contract/photos.ts';
import { plural } from '#contract/texts.ts';
import { Button } from '#web/ui/button.tsx';

type DocumentPhoto = Pick<Photo, 'pageCount' | 'text' | 'url'>;

/** "PDF, 3 pages"; null for a photo. */
export const documentLine = ({ pageCount }: Pick<Photo, 'pageCount'>): string | null =>
  pageCount === null ? null : t('PDF, {pages}', { pages: plural(pageCount, 'page') });

/** A PDF among the photos, with its number of pages, its file and its text. */
export function DocumentCard({ photo }: { photo: DocumentPhoto }) {
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="flex items-center gap-2">
          <FileText aria-hidden="true" className="size-4 shrink-0 text-ink-2" />
          {t('{document}. The AI analyzes photos, not documents.', { document: documentLine(photo) })}
        </p>
        <Button asChild variant="secondary" size="sm">
          <a href={photo.url} target="_blank" rel="noreferrer">
            <ExternalLink aria-hidden="true" />
            {t('Open document')}
          </a>
        </Button>
      </div>
      {photo.text ? (
        <details className="group rounded-card border border-line bg-surface">
          <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-3 rounded-card px-3.5 font-semibold text-accent">
            {t('Text of the document')}
            <ChevronDown aria-hidden="true" className="size-4 group-open:rotate-180" />
          </summary>
          <div
            role="region"
            aria-label={t('Text of the document')}
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keyboard
            tabIndex={0}
            className="max-h-[50dvh] overflow-y-auto border-t border-line px-3.5 py-3 break-words whitespace-pre-wrap"
          >
            {photo.text}
          </div>
        </details>
      ) : (
        <p className="text-small text-ink-2">{t('This PDF has no text layer.')}</p>
      )}
    </div>
  );
}
