import type { Statement } from '../statement.ts';

export const apiCommands: Statement[] = [
  {
    id: 'api.commandline.1',
    states:
      '`npm run --silent analyze -- FILE…` prints one line of JSON for each file, `{file, analysis}` or `{file, error}`, by the configured engine, without a database.',
  },
  {
    id: 'api.commandline.2',
    states:
      '`npm run --silent learn -- MANIFEST…` trains the head of this DATA_DIR on labeled photos and prints one line of JSON with the figures before and after.',
  },
  {
    id: 'api.commandline.3',
    states: '`npm run --silent eval -- MANIFEST…` prints the figures.',
  },
  {
    id: 'api.commandline.4',
    states:
      '`npm run backup -- FILE`, `npm run restore -- FILE` and `npm run doctor` back up, restore and examine an installation.',
  },
];
