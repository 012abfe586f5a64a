import { MapPin } from 'lucide-react';
import { t } from '#contract/language.ts';
import { clockFault } from '#contract/device-clock.ts';
import type { Photo } from '#contract/photos.ts';
import { formatDate, formatTime, formatWaiting } from '#web/lib/format.ts';

const sources: Record<Photo['source'], string> = {
  camera: t(' with the camera'),
  gallery: t(', from the gallery'),
  live: t(' during a live inspection'),
  unknown: '',
};

const degrees = (value: number, [positive, negative]: readonly [string, string]): string =>
  `${Math.abs(value).toFixed(5)}° ${value < 0 ? negative : positive}`;

type Place = NonNullable<Photo['location']>;

/** The address of a map page; it is opened only on request. */
const mapAddress = ({ latitude, longitude }: Place): string => {
  const [lat, lon] = [latitude.toFixed(6), longitude.toFixed(6)];
  return `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lon}#map=18/${lat}/${lon}`;
};

/** The coordinates of the photo, linked to a map. */
function PlaceLink({ place }: { place: Place }) {
  return (
    <a
      href={mapAddress(place)}
      target="_blank"
      rel="noreferrer"
      className="inline-flex items-center gap-1 whitespace-nowrap text-accent underline-offset-2 hover:underline"
    >
      <MapPin aria-hidden="true" className="size-3.5 shrink-0" />
      {degrees(place.latitude, ['N', 'S'])}, {degrees(place.longitude, ['E', 'W'])}
      <span className="sr-only"> {t('on a map, opens a new tab')}</span>
    </a>
  );
}

type OriginPhoto = Pick<Photo, 'takenAt' | 'uploadedAt' | 'source' | 'location' | 'deviceClock'>;

/** 'The device's clock was 2 h 5 min slow when it sent the photo.' Null for a clock that is right. */
export function clockWarning(clock: Photo['deviceClock']): string | null {
  const fault = clockFault(clock);
  if (!clock || !fault) return null;
  if (fault === 'set_back') return t("The device's clock was set back while the photo waited.");
  const time = formatWaiting(0, Math.abs(clock.offsetSeconds) * 1000);
  return fault === 'slow'
    ? t("The device's clock was {time} slow when it sent the photo.", { time })
    : t("The device's clock was {time} fast when it sent the photo.", { time });
}

/** "Taken Mar 4, 2026 at 5:06 AM with the camera · received Mar 4, 2026 at 9:51 AM · 43.66000° N, 70.25000° W". */
export function PhotoOrigin({ photo }: { photo: OriginPhoto }) {
  const at = (when: string) => t('{date} at {time}', { date: formatDate(when), time: formatTime(when) });
  const received = t('received {at}', { at: at(photo.uploadedAt) });
  const sentence = photo.takenAt
    ? t('Taken {at}{source} · {received}', { at: at(photo.takenAt), source: sources[photo.source], received })
    : `${received.charAt(0).toUpperCase()}${received.slice(1)}${sources[photo.source]}`;
  const warning = clockWarning(photo.deviceClock);
  return (
    <>
      {sentence}
      {warning && (
        <>
          {' · '}
          <span className="font-medium text-high">{warning}</span>
        </>
      )}
      {photo.location && (
        <>
          {' · '}
          <PlaceLink place={photo.location} />
        </>
      )}
    </>
  );
}
