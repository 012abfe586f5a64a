import type { Statement } from '../statement.ts';

export const screensPhotos: Statement[] = [
  {
    id: '2.live.1',
    states: '/live-inspection takes propertyId and area, and redirects to /properties if either is missing.',
  },
  { id: '2.live.2', states: 'It shows the camera video, ideal 1920x1080, with audio.' },
  { id: '2.live.3', states: 'A recording timer ticks each second while recording.' },
  { id: '2.live.4', states: 'It shows a checklist.' },
  { id: '2.live.5', states: 'It shows quick actions.' },
  { id: '2.live.6', states: 'It has a paused/recording toggle.' },
  { id: '2.live.7', states: 'The first resume creates the inspection.' },
  { id: '2.live.8', states: 'It links to /photo-upload?inspectionId={id}&category={area or rooms}&aiRequest=false.' },
  {
    id: '2.live.9',
    states:
      'The checklist is sample data: Bed and Linens, Lighting Fixtures, Carpet Condition, Bathroom Fixtures, HVAC System.',
    overruledBy:
      "Decision 9: the checklist is the area's own; the recording is stored, playable in the review panel and linked from PIP items by timestamp.",
  },
  { id: '2.live.10', states: 'The default section is Guest Rooms.' },
  {
    id: '2.live.11',
    states: 'Camera and socket errors are only logged.',
    overruledBy:
      'House style: every failure also shows a state with a next step; the texts of point 8 stay as they are.',
  },
  {
    id: '2.uploadphotos.1',
    states: 'The route of the Upload Photos page is left open.',
    overruledBy: 'Decision 2: it is /photo-upload with a `category` or `aiRequest` query.',
  },
  { id: '2.uploadphotos.2', states: 'It can go back to /live-inspection?propertyId={id}&area={area}.' },
  { id: '2.uploadphotos.3', states: 'It has a category picker: safety, rooms, common, certificates.' },
  { id: '2.uploadphotos.4', states: 'It has an optional description box.' },
  { id: '2.uploadphotos.5', states: 'It has a multi-file uploader.' },
  { id: '2.uploadphotos.6', states: 'It lists the uploaded files.' },
  { id: '2.uploadphotos.7', states: 'Each list entry shows a category badge and the description.' },
  { id: '2.uploadphotos.8', states: 'Each list entry has a view button and a delete button.' },
  { id: '2.uploadphotos.9', states: 'Each list entry shows the AI analysis.' },
  { id: '2.uploadphotos.10', states: 'A banner asks for more photos when the AI needs clearer images.' },
  { id: '2.uploadphotos.11', states: 'A green banner reports how many photos were uploaded.' },
  { id: '2.uploadphotos.12', states: 'A guidelines card lists best practices and what the AI analysis does.' },
  {
    id: '2.uploadphotos.13',
    states: 'The text says that JPG, PNG and PDF are supported.',
    overruledBy:
      'Decision 6: JPEG, PNG, WebP, HEIC/HEIF and AVIF are accepted, PDF only in category certificates; the text names them.',
  },
  {
    id: '2.uploadphotos.14',
    states: 'The query parameters are inspectionId, category (default safety) and aiRequest (true or false).',
  },
  {
    id: '2.uploadphotos.15',
    states: 'If inspectionId is missing, or is the literal text null or undefined, the user is sent to /.',
  },
  {
    id: '2.photoinspection.1',
    states: '/photo-upload?inspectionId={id} is Photo Inspection; it redirects to / if inspectionId is missing.',
  },
  { id: '2.photoinspection.2', states: 'It shows the property name and the area.' },
  {
    id: '2.photoinspection.3',
    states: 'A progress card shows areas documented out of 10, total photos and percent complete.',
  },
  {
    id: '2.photoinspection.4',
    states: "It lists the 10 areas, each with a photo count, a 'Has issues' flag, and a check mark once it has photos.",
  },
  { id: '2.photoinspection.5', states: 'Choosing an area shows the uploader.' },
  { id: '2.photoinspection.6', states: "While photos are analyzed it shows an 'AI Analyzing Photos...' banner." },
  {
    id: '2.photoinspection.7',
    states: 'A Recently Uploaded list shows each photo with its filename and analysis summary.',
  },
  {
    id: '2.photoinspection.8',
    states: 'A bottom bar shows photos uploaded, number of areas and number of AI-detected issues.',
  },
  {
    id: '2.photoinspection.9',
    states: "The bottom bar has a 'Review & Generate PIP' button to /inspection-review/{id}.",
  },
  { id: '2.review.1', states: 'Stat cards are shown: Photos, Total Issues, Critical Issues, Avg Compliance.' },
  { id: '2.review.2', states: 'Issues are grouped by severity.' },
  { id: '2.review.3', states: "Only the first 3 minor issues are listed, then '+N more minor issues'." },
  { id: '2.review.4', states: 'Photos are shown with an overlay of AI bounding boxes in a palette of 7 colors.' },
  { id: '2.review.5', states: 'Photos are shown with the analysis.' },
  { id: '2.review.6', states: 'Generate PIP goes, on success, to /pip-report/{reportId}.' },
  { id: '2.review.7', states: 'Add More Photos goes to /photo-upload?inspectionId={id}.' },
  { id: '2.review.8', states: 'Back to Dashboard goes to the dashboard.' },
];
